"""Finds functions in Python, TypeScript, Svelte and C++, and what they call.

Python is parsed. In the other languages comments and strings are blanked and brackets matched,
which is enough for what `walks.py` asks. A name such as `Class.method` or `Class.field.key` is
looked for from left to right, each part inside the one before.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check_sizes import code_only

# Before a name, these make it no definition.
_USES = re.compile(
    r"\b(?:return|await|new|throw|yield|case|typeof|delete|else|co_return)\s*$|(?:\.|->|::)\s*$"
)
_CLASS = re.compile(r"\b(?:class|struct|interface|enum|namespace)\s+(?:\w+\s+)*$")
_TYPE_PARAMETERS = r"\s*(?:<[^()=;]*?>)?\s*"
_MODIFIERS = re.compile(
    r"^[ \t]*(?:(?:export|const|let|readonly|static|private|public|inline|constexpr|auto)\s+)*$"
)
_VALUE = re.compile(r"\s*(?:[:!][^=;]*)?=(?![=>])")
_KEY = re.compile(r"\s*:\s*(?:async\s*)?(?:<\w+>)?(?:\([^()]*\)|\w+)\s*(?::[^=;{}]*)?=>")
_ARROW = re.compile(r"\s*(?:async\s*)?(?:<\w+>)?(?:\([^()]*\)|\w+)\s*(?::[^=;{}]*)?=>")
_IMPORT = re.compile(r"^import\b[^;(]*;|^export (?:type )?[{*][^;]*;", re.MULTILINE)
_IMPORTED = re.compile(
    r"^from (?P<python>[\w.]+) import (?P<listed>\([^)]*\)|.*)"
    r"|^import \{(?P<names>[^}]*)\} from \"(?P<script>[^\"]+)\"",
    re.MULTILINE,
)
_PYTHON_IMPORT = re.compile(r"^\s*from (beespace[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_SCRIPT = re.compile(r"\b(?:from|import\()\s*\"(\.[^\"]+)\"")
_INCLUDE = re.compile(r"^#include \"([^\"]+)\"", re.MULTILINE)
# Between the parameters of a function and its body.
_RESULT = re.compile(r"\s*(?:(?:const|noexcept|override|final)\s*|:[^;{}]*|->[^;{}]*)*\{")


@dataclass(frozen=True)
class Body:
    """What a definition consists of, without its own name: for Python, a node of its tree."""

    text: str
    code: str
    node: ast.AST | None = None

    def calls(self, name: str) -> bool:
        """Return whether a function is called here, named after a dot, or passed on."""
        if self.node is not None:
            return name in _called(self.node)
        name = re.escape(name)
        call = rf"(?<![\w#$.]){name}{_TYPE_PARAMETERS}\(|(?:\.|->|::|&){name}(?![\w$])"
        return re.search(call, self.code) is not None

    def passes(self, name: str) -> bool:
        """Return whether a name is an argument of a call here, other than in Python."""
        return re.search(rf"[(,]\s*{re.escape(name)}\s*[,)]", self.code) is not None

    def mentions(self, name: str) -> bool:
        """Return whether a name occurs here, other than after a dot."""
        return re.search(rf"(?<![\w#$.]){re.escape(name)}(?![\w$])", self.code) is not None

    def reads(self, name: str) -> bool:
        """Return whether a property is read here, in Python."""
        nodes = ast.walk(self.node) if self.node is not None else ()
        return any(isinstance(one, ast.Attribute) and one.attr == name for one in nodes)

    def constructs(self, name: str) -> bool:
        """Return whether an object of a class is created here, in TypeScript."""
        return re.search(rf"\bnew {re.escape(name)}\(", self.code) is not None


@cache
def read(path: Path) -> Body:
    """Return a whole file, without its imports."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return Body(text, text, ast.parse(text))
    if path.suffix == ".svelte":
        script = re.search(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
        text = script[1] if script else ""
    return Body(text, _IMPORT.sub(_blank, code_only(text)))


def find(path: Path, name: str) -> Body | None:
    """Return the definition of a name, or None if the file doesn't define it."""
    if path.suffix == ".py":
        return _find_in_python(path, name)
    whole = read(path)
    start, end = 0, len(whole.code)
    for part in re.split(r"\.|::", name):
        span = next(_spans(whole.code, part, start, end), None)
        if span is None:
            return None
        start, end = span
    return Body(whole.text[start:end], whole.code[start:end])


def is_value(path: Path, name: str) -> bool:
    """Return whether a file defines a name as a value, rather than as a function or a class."""
    body = find(path, name)
    if body is None or body.node is not None:
        return body is not None and isinstance(body.node, ast.Assign)
    value = _VALUE.match(body.code)
    return value is not None and _ARROW.match(body.code, value.end()) is None


def is_property(path: Path, name: str) -> bool:
    """Return whether a name is a property, in Python."""
    body = find(path, name)
    node = body.node if body is not None else None
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list
    )


def can_import(path: Path, name: str, source: Path) -> bool:
    """Return whether a file imports a name from another one. In C++, every name can be included."""
    if path.suffix in {".h", ".cpp"}:
        return True
    stem = source.name.partition(".")[0]
    module = source.parent.name if stem in {"index", "__init__"} else stem
    for found in _IMPORTED.finditer(path.read_text(encoding="utf-8")):
        origin = (found["python"] or found["script"]).removesuffix(".svelte")
        names = re.findall(r"[\w$]+", found["listed"] or found["names"])
        if re.split(r"[./]", origin)[-1] == module and name in names:
            return True
    return False


def imported(path: Path, root: Path) -> set[Path]:
    """Return the files below a folder that a file imports; in C++, also what those include."""
    if path.suffix in {".h", ".cpp"}:
        return _included(path, root / "native")
    return _imported_modules(path, root)


@cache
def _imported_modules(path: Path, root: Path) -> set[Path]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        names = [
            name
            for module, listed in _PYTHON_IMPORT.findall(text)
            for name in [module, *(f"{module}.{one}" for one in re.findall(r"\w+", listed))]
        ]
        found = [root / "src" / name.replace(".", "/") for name in names]
        endings = [".py", "/__init__.py"]
    else:
        found = [Path(os.path.normpath(path.parent / name)) for name in _SCRIPT.findall(text)]
        found += [one.with_suffix("") for one in found if one.suffix == ".js"]
        endings = ["", ".ts", "/index.ts"]
    files = {Path(f"{one}{ending}") for one in found for ending in endings}
    files = {file for file in files if file.is_file()}
    # A package may only pass on what its modules define.
    packages = [file for file in files if file.name == "__init__.py" and file != path]
    return files.union(*(_imported_modules(package, root) for package in packages))


@cache
def _included(path: Path, folder: Path) -> set[Path]:
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        for name in _INCLUDE.findall(waiting.pop().read_text(encoding="utf-8")):
            file = folder / name
            if file not in found and file.is_file():
                found.add(file)
                waiting.append(file)
    return found


def _find_in_python(path: Path, name: str) -> Body | None:
    whole = read(path)
    node: ast.AST | None = whole.node
    for part in name.split("."):
        inside = ast.iter_child_nodes(node) if node is not None else iter(())
        node = next((one for one in inside if _name_of(one) == part), None)
    if node is None:
        return None
    text = ast.get_source_segment(whole.text, node) or ""
    return Body(text, text, node)


def _name_of(node: ast.AST) -> str | None:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None


def _called(node: ast.AST) -> set[str]:
    """Return what is called in a function: not its annotations, and no classes but in a `match`."""
    found: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Call):
            # Functions are also called by what they are passed to, such as a thread.
            passed = [*one.args, *(keyword.value for keyword in one.keywords)]
            found |= {_last_part(function) for function in [one.func, *passed]}
        elif isinstance(one, ast.MatchClass):
            found.add(_last_part(one.cls))
        elif isinstance(one, ast.Dict):
            found |= {_last_part(value) for value in one.values}
        elif isinstance(one, ast.Tuple):
            found |= {_last_part(value) for value in one.elts}
    return found


def _last_part(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _spans(code: str, name: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the definitions of a name are, each without the name."""
    for match in re.compile(rf"(?<![\w#$]){re.escape(name)}(?![\w$])").finditer(code, start, end):
        line = code[code.rfind("\n", 0, match.start()) + 1 : match.start()]
        after = match.end()
        if _USES.search(line):
            continue
        if _CLASS.search(line):
            opening = re.compile(r"[;{]").search(code, after)
            if opening is not None and opening[0] == "{":
                yield after, _closing(code, opening.start())
            continue
        if parameters := re.compile(rf"{_TYPE_PARAMETERS}\(").match(code, after):
            result = _RESULT.match(code, _closing(code, parameters.end() - 1))
            if result is not None:
                yield after, _closing(code, result.end() - 1)
        elif _MODIFIERS.match(line) and (value := _VALUE.match(code, after)):
            yield after, _end_of_value(code, value.end(), ";")
        elif _KEY.match(code, after):
            yield after, _end_of_value(code, after, ",")


def _closing(code: str, opening: int) -> int:
    """Return the end of what a bracket opens."""
    depth = 0
    for match in re.compile(r"[(){}\[\]]").finditer(code, opening):
        depth += 1 if match[0] in "({[" else -1
        if depth == 0:
            return match.end()
    return len(code)


def _end_of_value(code: str, start: int, mark: str) -> int:
    """Return where a value ends: at a mark, or where the brackets around it close."""
    depth = 0
    for match in re.compile(r"[(){}\[\];,]").finditer(code, start):
        if match[0] in "({[":
            depth += 1
        elif match[0] in ")}]":
            depth -= 1
        if depth < 0 or (depth == 0 and match[0] == mark):
            return match.start()
    return len(code)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
