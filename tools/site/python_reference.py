"""The reference of the Python API as pages for Sphinx, generated from the public names."""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import sys
import textwrap
import typing
from collections.abc import Iterator
from functools import cache
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
        about = _first_line(inspect.getdoc(module) or "")
        lines.append(f"- [`{name}`]({file_name(name)}): {about}")
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
        rows.append(f"| {link} | {_first_line(about_name(public, value))} |")
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
        about = about_name(path.rpartition(".")[2], value)
        yield "\n" + textwrap.indent(about.replace("`", "``"), "   ")
    yield "```"
    yield ""


def _is_type(value: object) -> bool:
    """Return whether a value is a type alias, such as a union of classes."""
    return typing.get_origin(value) is not None


def about_name(name: str, value: object) -> str:
    """Return the docstring of a public name: its own or, for a constant, the one after it."""
    if inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value):
        return inspect.getdoc(value) or ""
    holders = [
        module
        for path, module in sorted(sys.modules.items())
        if path.startswith("beespace") and vars(module).get(name) is value
    ]
    found = (_constants(module).get(name, "") for module in holders)
    return next(filter(None, found), "")


@cache
def _constants(module: ModuleType) -> dict[str, str]:
    """Return the docstrings that follow assignments in a module, by the name assigned to."""
    found: dict[str, str] = {}
    for block in ast.walk(ast.parse(inspect.getsource(module))):
        body: list[ast.stmt] = block.body if isinstance(block, (ast.Module, ast.If)) else []
        for before, after in itertools.pairwise(body):
            match before, after:
                case (
                    (ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(ast.Name(id=name))),
                    ast.Expr(ast.Constant(str(text))),
                ):
                    found[name] = inspect.cleandoc(text)
    return found


def _first_line(text: str) -> str:
    return text.partition("\n")[0].replace("|", "\\|")
