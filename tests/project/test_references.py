"""The generated references are complete: every public name, every request and every message."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from typing import Any

import pytest

import beespace
from support.repository import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools/site"))

import http_reference
import python_reference

PAGES = python_reference.python_pages()


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return http_reference.api_document()


@pytest.mark.parametrize("module", python_reference.MODULES)
def test_every_public_name_is_described(module: str) -> None:
    names = python_reference.public_names(importlib.import_module(module))
    assert names
    everything = "".join(PAGES.values())
    for name in names:
        starts = (f"| {{py:obj}}`{name} <", f"| [`{name}`](")
        row = next(line for line in PAGES[module].splitlines() if line.startswith(starts))
        if ".md)" in row:  # a module with a page of its own
            continue
        home = row.partition("<")[2].partition(">")[0]
        assert any(
            f".. {kind}:: {home}\n" in everything
            for kind in ("autoclass", "autofunction", "py:data")
        ), f"{module}.{name}"
        assert not row.endswith("|  |"), f"{module}.{name} has no docstring"


@pytest.mark.parametrize("module", python_reference.MODULES)
def test_no_property_reads_like_a_type(module: str) -> None:
    """Sphinx takes what stands before a colon in the first line for the property's type."""
    loaded = importlib.import_module(module)
    classes = [one for one in vars(loaded).values() if inspect.isclass(one)]
    for owner in classes:
        for name, value in inspect.getmembers(owner, lambda one: isinstance(one, property)):
            first = (value.__doc__ or "").partition("\n")[0]
            assert ": " not in first, f"{owner.__name__}.{name}: {first}"


def test_every_part_of_the_library_has_a_page() -> None:
    parts = {module.name for module in pkgutil.iter_modules(beespace.__path__)} - {"__main__"}
    described = {name.split(".")[1] for name in python_reference.MODULES if "." in name}
    assert parts - python_reference.NOT_LIBRARY == described


def test_every_request_is_described(document: dict[str, Any]) -> None:
    page = http_reference.requests_page(document)
    requests = [
        f"{method.upper()} {path}"
        for path, operations in document["paths"].items()
        for method in operations
    ]
    assert len(requests) > 40
    assert page.count("\n### ") == len(requests)
    for request in requests:
        assert f"### `{request}`\n" in page


def test_every_message_and_every_field_is_described(document: dict[str, Any]) -> None:
    page = http_reference.messages_page(document)
    schemas = document["components"]["schemas"]
    assert page.count("\n## ") == len(schemas) > 80
    for name, schema in schemas.items():
        section = page.partition(f"\n## {name}\n")[2].partition("\n(message-")[0]
        for field in schema.get("properties", ()):
            assert f"| `{field}` |" in section
    for link in http_reference.requests_page(document).split("(#")[1:]:
        assert f"\n({link.partition(')')[0]})=\n" in page


def test_every_field_says_what_it_is(document: dict[str, Any]) -> None:
    fields = {
        f"{name}.{field}": kind.get("description", "")
        for name, schema in document["components"]["schemas"].items()
        for field, kind in schema.get("properties", {}).items()
    }
    assert len(fields) > 500
    assert [field for field, about in fields.items() if not about.endswith(".")] == []


def test_every_parameter_says_what_it_is_and_its_default(document: dict[str, Any]) -> None:
    page = http_reference.requests_page(document)
    parameters = [
        (f"{method.upper()} {path}", parameter)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        for parameter in operation.get("parameters", ())
    ]
    assert len(parameters) > 40
    for request, parameter in parameters:
        assert parameter.get("description", "").endswith("."), (request, parameter["name"])
        section = page.partition(f"### `{request}`\n")[2].partition("\n### ")[0]
        (line,) = (
            one for one in section.splitlines() if one.startswith(f"- `{parameter['name']}`")
        )
        assert parameter["description"] in line
        if default := parameter["schema"].get("default"):
            assert f"default `{default}`" in line
