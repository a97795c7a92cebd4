"""Checks that folders, files and functions of code stay small enough to read.

    python3 tools/check_sizes.py [FILE OR FOLDER ...]

Without arguments it checks the whole project. The limits are in `LIMITS`, what may break them in
`EXCEPTIONS`. Functions are measured from the first line of the signature to the last line.

Python is parsed. For C++ and TypeScript the program only matches braces, so it can't see
everything: it misses functions that a macro or a string writes, functions inside the `${...}` of a
template string, and arrow functions without braces; it may miscount a file in which `#if` opens a
brace that another branch opens too. In Svelte files it looks at the `<script>` only; markup counts
for the length of the file alone. A `describe` that groups tests is no function.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

# What may be larger, and why: a folder, a file, or a file and a function ("FILE:FUNCTION"). At most
# MOST_EXCEPTIONS; tests/project/test_sizes.py asserts that each is still needed.
EXCEPTIONS: dict[str, str] = {}
MOST_EXCEPTIONS = 10

# What isn't written by hand or isn't code to read from start to end: it may have any length.
DATA = ("*/generated/*", "*/network_weights.h", "*/i18n/[a-z][a-z].ts")

ROOTS = ("benchmarks", "examples", "native", "packages", "src", "tests", "tools", "training", "web")
CODE = {".py", ".cpp", ".h", ".ts", ".js", ".mjs", ".svelte", ".css", ".sh"}
MOST_FILES, MOST_LINES, LONGEST_FUNCTION = 12, 500, 60
LIMITS = (
    f"{MOST_FILES} files in a folder, {MOST_LINES} lines in a file, "
    f"{LONGEST_FUNCTION} lines in a function"
)
_BUILT = "src/beespace/server/page"  # what `make page` writes
_NOT_OURS = {"node_modules", "__pycache__", "build", "dist", "test-results"}

REPOSITORY = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Function:
    """A function: its name, or the beginning of its signature, and its lines."""

    name: str
    first: int
    last: int

    @property
    def lines(self) -> int:
        """The length, including the signature."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that is too large. `what` is how `EXCEPTIONS` names it."""

    what: str
    message: str

    def __str__(self) -> str:
        return f"{self.what}: {self.message}"


def main() -> None:
    """Print what is too large, and exit with 1 if there is any."""
    found = unexpected(Path(name).resolve() for name in sys.argv[1:])
    for violation in found:
        print(violation)
    if found:
        sys.exit(f"{len(found)} too large. Allowed: {LIMITS}.")


def unexpected(paths: Iterable[Path] = (), root: Path = REPOSITORY) -> list[Violation]:
    """Return what is too large and not among the exceptions, in some paths or everywhere."""
    return [found for found in violations(paths, root) if found.what not in EXCEPTIONS]


def violations(paths: Iterable[Path] = (), root: Path = REPOSITORY) -> Iterator[Violation]:
    """Yield everything that is too large, in some files and folders or everywhere."""
    files = list(_files(list(paths) or [root / name for name in ROOTS]))
    folders: dict[Path, int] = {}
    for file in files:
        folders[file.parent] = folders.get(file.parent, 0) + 1
    for folder, count in folders.items():
        if count > MOST_FILES:
            yield Violation(_name(folder, root), f"{count} files")
    for file in files:
        if not any(file.match(pattern) for pattern in DATA):
            yield from _of_file(file, _name(file, root))


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            hidden = path.name.startswith(".") or path.name in _NOT_OURS or path.match(_BUILT)
            yield from () if hidden else _files(sorted(path.iterdir()))
        elif path.suffix in CODE and path.is_file():
            yield path


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _of_file(file: Path, name: str) -> Iterator[Violation]:
    text = file.read_text(encoding="utf-8")
    lines = text.count("\n")
    if lines > MOST_LINES:
        yield Violation(name, f"{lines} lines")
    for function in functions(text, file.suffix):
        if function.lines > LONGEST_FUNCTION:
            place = f"{function.lines} lines (from line {function.first})"
            yield Violation(f"{name}:{function.name}", place)


def functions(text: str, suffix: str) -> Iterator[Function]:
    """Yield the functions of a source text; the suffix of its file says in which language it is."""
    if suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield Function(node.name, node.lineno, node.end_lineno or node.lineno)
    elif suffix == ".svelte":
        yield from _functions_in_braces(_scripts_only(text), is_cpp=False)
    elif suffix in (".cpp", ".h", ".ts", ".js", ".mjs"):
        yield from _functions_in_braces(text, is_cpp=suffix in (".cpp", ".h"))


# Matching braces


def _scripts_only(text: str) -> str:
    """Return a Svelte file with everything but its scripts blanked, on the same lines."""
    kept, end = [], 0
    for script in re.finditer(r"<script[^>]*>(.*?)</script>", text, re.DOTALL):
        kept += [_blank(text[end : script.start(1)]), script[1]]
        end = script.end(1)
    return "".join([*kept, _blank(text[end:])])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


_NOT_CODE = re.compile(
    r"""//[^\n]* | /\*.*?\*/                                   # comments
    | R"(?P<fence>\w*)\(.*?\)(?P=fence)"                       # raw strings of C++
    | "(?:\\.|[^"\\\n])*"                                      # strings
    | (?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*'                      # not the ' in 1'000
    | ^[ \t]*\#[ \t]*(?:define|if|ifdef|ifndef|else|elif|endif|include|pragma|error|undef)\b
      (?:\\\n|[^\n])*                                          # the preprocessor
    | (?<=[=(,:!&|?\[{};])[ \t\n]*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/  # a regex
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)


def code_only(text: str) -> str:
    """Return a source text with comments and strings blanked, on the same lines."""
    parts: list[str] = []
    at = 0
    while True:
        found, tick = _NOT_CODE.search(text, at), text.find("`", at)
        if found is None and tick < 0:
            return "".join([*parts, text[at:]])
        if found is None or 0 <= tick < found.start():
            start, end = tick, _end_of_template(text, tick)
        else:
            start, end = found.span()
        parts += [text[at:start], _blank(text[start:end])]
        at = end


def _end_of_template(text: str, tick: int) -> int:
    """Return where a template string ends, with all templates in its expressions."""
    at, depths = tick + 1, [0]
    while at < len(text) and depths:
        char = text[at]
        if char == "\\":
            at += 1
        elif depths[-1] == 0 and char == "`":
            depths.pop()
        elif depths[-1] == 0 and text.startswith("${", at):
            depths[-1], at = 1, at + 1
        elif depths[-1] and char in "{}":
            depths[-1] += 1 if char == "{" else -1
        elif depths[-1] and char == "`":
            depths.append(0)
        at += 1
    return at


@dataclass(slots=True)
class _Open:
    """An open bracket: the head before it, and where the head of what is inside begins."""

    bracket: str
    head: str
    head_at: int
    kind: str = ""
    inner: int = 0


def _functions_in_braces(text: str, is_cpp: bool) -> Iterator[Function]:
    code = code_only(text)
    stack = [_Open("", "", 0)]
    for match in re.finditer(r"[{}()\[\];,]", code):
        char, at, top = match[0], match.start(), stack[-1]
        if char in "{([":
            head = _LABEL.sub("", code[top.inner : at].lstrip())
            opened = _Open(char, head, at - len(head), inner=at + 1)
            if char == "{":
                is_group = top.bracket == "(" and top.head.strip() == "describe"
                opened.kind = "block" if is_group else _kind(head.strip(), is_cpp)
            stack.append(opened)
        elif char in "})]":
            if len(stack) > 1:
                stack.pop()
            if top.kind == "function":
                first = code.count("\n", 0, top.head_at) + 1
                yield Function(_function_name(top.head), first, code.count("\n", 0, at) + 1)
            if char == "}" and top.kind in ("function", "block"):
                stack[-1].inner = at + 1
        elif char == ";" or top.bracket in ("(", "[") or top.kind == "value":
            top.inner = at + 1


_LABEL = re.compile(r"^(?:public|private|protected)\s*:(?!:)\s*")
_BLOCK = re.compile(
    r"(?:if|for|while|switch|catch|do|try|else|case|default|namespace|extern|finally"
    r"|(?:export\s+|default\s+|abstract\s+|declare\s+)*"
    r"(?:class|struct|enum|union|interface|type|concept))\b"
)
_LAMBDA = re.compile(r"(?:^|[^\w\])])\[\](?:\s*\(\))?\s*(?:mutable|noexcept)?\s*(?:->[^=;]*)?$")
# A member of a constructor that is initialized with braces.
_MEMBER = re.compile(r"\(\)\s*(?:noexcept)?\s*:(?!:)(?:.*,)?\s*\w+$", re.DOTALL)
_ASSIGNMENT = re.compile(r"(?<![=<>!+\-*/%&|^])=(?![=>])")
_UNFINISHED = re.compile(r"(?:[=(,:?&|<+\-]|\breturn|\bas)$")


def _kind(head: str, is_cpp: bool) -> str:
    """Return what a brace opens: a function, a value, or any other block."""
    head = _without_template(head)
    flat = _flat(head)
    if flat.endswith("=>") or re.search(r"\bfunction\b[^=]*$", flat) or _LAMBDA.search(flat):
        return "function"
    if not flat or _BLOCK.match(head):
        return "block"
    plain = re.sub(r"operator\s*[^\w\s(]+", "operator", flat)
    if "()" not in plain or _ASSIGNMENT.search(plain) or _UNFINISHED.search(plain):
        return "value"
    return "value" if is_cpp and _MEMBER.search(plain) else "function"


def _without_template(head: str) -> str:
    """Return a signature without `template <...>` in front."""
    while match := re.match(r"template\s*<", head):
        depth, at = 1, match.end()
        while at < len(head) and depth:
            depth += {"<": 1, ">": -1}.get(head[at], 0)
            at += 1
        head = head[at:].lstrip()
    return head


def _flat(head: str) -> str:
    """Return a head with everything inside its round and square brackets left out."""
    kept, depth = [], 0
    for char in head:
        depth -= char in ")]"
        if depth <= 0:
            kept.append(char)
        depth += char in "(["
    return "".join(kept).strip()


_NAMES = (
    re.compile(r"(?:const|let|var)\s+([\w$]+)\s*(?::[^=]*)?="),
    re.compile(r"([\w$]+)\s*:\s*(?:async\s*)?(?:\(\)|\w+)\s*=>$"),
    re.compile(r"function\*?\s*([\w$]+)"),
    re.compile(r"(operator\s*[^\w\s(]+)"),
    re.compile(r"([\w$~]+)\s*(?:<[^()]*>)?\s*\(\)"),
)


def _function_name(head: str) -> str:
    """Return the name in a signature, or the signature's beginning."""
    flat = _flat(_without_template(head.strip()))
    for pattern in _NAMES:
        if (match := pattern.search(flat)) and match[1] not in ("async", "function"):
            return match[1]
    return "lambda" if _LAMBDA.search(flat) else " ".join(flat.split())[:40]


if __name__ == "__main__":
    main()
