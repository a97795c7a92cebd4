"""The reference of the Python API as pages for Sphinx, generated from the public names."""

from __future__ import annotations

import importlib
import inspect
import typing
from collections.abc import Iterator
from types import ModuleType

# Lower layers first: a name that several modules export is described in the first of them.
MODULES = (
    "beespace.rules",
    "beespace.errors",
    "beespace.fast",
    "beespace.formats",
    "beespace.svg",
    "beespace.engine",
    "beespace.engine.solver",
    "beespace.uhp.client",
    "beespace.study",
    "beespace.openings",
    "beespace.puzzles",
    "beespace.lessons",
    "beespace",
)
# Programs rather than parts of the library, and the choice of a board that `beespace` exports.
NOT_LIBRARY = {"backend", "bench", "cli", "commands", "server", "terminal"}


def public_names(module: ModuleType) -> list[str]:
    """Return the public names of a module: its `__all__`, or what it defines itself."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__, key=str.lower)
    defined = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]
    return sorted(defined, key=str.lower)


def python_pages() -> dict[str, str]:
    """Return the text of the page of each module, by the module's name."""
    homes: dict[int, str] = {}
    return {name: _page(importlib.import_module(name), homes) for name in MODULES}


def file_name(module: str) -> str:
    """Return the name of a module's page."""
    return f"python-{module.replace('.', '-')}.md"


def overview() -> str:
    """Return a page that lists all modules."""
    lines = ["# Python API", "", "Generated from the docstrings of the public names.", ""]
    for name in sorted(MODULES):
        module = importlib.import_module(name)
        lines.append(f"- [`{name}`]({file_name(name)}): {_first_line(module)}")
    return "\n".join(lines) + "\n"


def _page(module: ModuleType, homes: dict[int, str]) -> str:
    name = module.__name__
    about = inspect.cleandoc(module.__doc__ or "")
    parts = [f"# {name}", "", "```{eval-rst}", f".. py:module:: {name}", "", about, "```", ""]
    rows: list[str] = []
    entries: list[str] = []
    for public in public_names(module):
        value = getattr(module, public)
        home = homes.get(id(value))
        if isinstance(value, ModuleType):
            link = f"[`{public}`]({file_name(value.__name__)})"
        elif home is None:
            homes[id(value)] = f"{name}.{public}"
            link = f"{{py:obj}}`{public} <{name}.{public}>`"
            entries += _entry(f"{name}.{public}", value)
        else:
            link = f"{{py:obj}}`{public} <{home}>`"
        rows.append(f"| {link} | {_first_line(value)} |")
    parts += ["| name | |", "|---|---|", *rows, ""]
    return "\n".join([*parts, *entries])


def _entry(path: str, value: object) -> Iterator[str]:
    """Yield the description of one public name."""
    yield "```{eval-rst}"
    if inspect.isclass(value):
        yield f".. autoclass:: {path}"
        yield "   :members:"
        yield "   :inherited-members: BaseModel, Exception, tuple, str, int, dict, list, ABC"
    elif inspect.isroutine(value):
        yield f".. autofunction:: {path}"
    else:
        yield f".. py:data:: {path}"
        if not _is_type(value):
            yield f"   :type: {type(value).__name__}"
        else:
            yield f"   :value: {value}".replace("beespace.rules.moves.", "")
    yield "```"
    yield ""


def _is_type(value: object) -> bool:
    """Return whether a value is a type alias, such as a union of classes."""
    return typing.get_origin(value) is not None


def _first_line(value: object) -> str:
    """Return the first line of a docstring, if the value has one of its own."""
    has_own = inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value)
    lines = (inspect.getdoc(value) or "").splitlines() if has_own else []
    return lines[0].replace("|", "\\|") if lines else ""
