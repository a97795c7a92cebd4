"""Folders, files and functions stay small: tools/check_sizes.py, and what it can and can't see."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from support.repository import REPOSITORY


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "check_sizes", REPOSITORY / "tools/check_sizes.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


sizes = _load()


def test_nothing_is_too_large() -> None:
    assert not [str(one) for one in sizes.unexpected()]


def test_the_exceptions_are_few_and_needed() -> None:
    assert len(sizes.EXCEPTIONS) <= sizes.MOST_EXCEPTIONS
    assert set(sizes.EXCEPTIONS) <= {one.what for one in sizes.violations()}
    assert all(sizes.EXCEPTIONS.values())


def test_each_limit_is_checked(tmp_path: Path) -> None:
    crowded, room = tmp_path / "src/crowded", tmp_path / "src/room"
    for number in range(sizes.MOST_FILES + 1):
        _write(crowded / f"part_{number}.py", "")
    _write(crowded / "notes.md", "")
    _write(room / "long.css", "a {}\n" * (sizes.MOST_LINES + 1))
    _write(room / "limit.ts", "let a;\n" * sizes.MOST_LINES)
    _write(room / "function.py", "def long():\n" + "    pass\n" * sizes.LONGEST_FUNCTION)
    _write(room / "limit.py", "def fine():\n" + "    pass\n" * (sizes.LONGEST_FUNCTION - 1))
    _write(room / "long.h", _braces("void f() const"))
    _write(room / "long.ts", _braces("export const f = async (a: { b: number }): Promise<void> =>"))
    _write(
        room / "Long.svelte",
        f'<p>{{x}}</p>\n<script lang="ts">\n{_braces("function f()")}</script>',
    )
    _write(room / "i18n/en.ts", "let a;\n" * (sizes.MOST_LINES + 1))
    _write(room / "i18n/index.svelte.ts", _braces("function f()"))
    _write(room / "generated/api.ts", _braces("function f()"))
    assert {str(one) for one in sizes.violations(root=tmp_path)} == {
        "src/crowded: 13 files",
        "src/room/long.css: 501 lines",
        "src/room/function.py:long: 61 lines (from line 1)",
        "src/room/long.h:f: 62 lines (from line 1)",
        "src/room/long.ts:f: 62 lines (from line 1)",
        "src/room/i18n/index.svelte.ts:f: 62 lines (from line 1)",
        "src/room/Long.svelte:f: 62 lines (from line 3)",
    }


def _braces(head: str) -> str:
    body = "  run();\n" * sizes.LONGEST_FUNCTION
    return f"{head} {{\n{body}}}\n"


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


CPP = r"""
#define OPEN {
namespace beespace {
template <typename T = void, int N = 3>
class alignas(64) Board : public Base<T> {
 public:
  Board(int size) : size_(size), table_{1, 2}, text_("}") {
    // A brace } in a comment, in 'a' and in 1'000'000.
  }
  bool operator==(const Board& other) const noexcept { return size_ == other.size_; }
  auto find(int key = 7) const -> std::optional<int> {
    if (key == '{') {
      return {};
    }
    for (const auto& [a, b] : table_) { use(a, b); }
    const char* raw = R"x({{{)x";
    std::sort(begin(), end(), [&](int a, int b) {
      return a < b;
    });
    return std::array<int, 2>{key, size()}[0];
  }
  static constexpr int values_[] = {1, 2, 3};
};
struct Pair { int a{f(1)}; int b = g(2); };
enum class Kind { One, Two };
}  // namespace beespace
"""
TYPESCRIPT = r"""
interface Shape { sides(): number; kind: { name: string } }
type Handler = (event: Event) => void;
export class Board<T extends Shape> {
  private size = { width: 1, height: f(2) };
  constructor(private readonly shape: T) {
    this.text = `a } ${shape.map((one) => { return `${one}`; })} {`;
  }
  get area(): number { return 1; }
  static async read(path: string, { deep = false }: Options = {}): Promise<{ ok: boolean }> {
    if (/[{}"]/.test(path)) {
      return { ok: false };
    } else if (deep) { again(); }
    while (true) { break; }
    return { ok: true };
  }
}
export function* walk(from: number): Generator<number> { yield from; }
const handler = async (event: Event) => {
  on("click", function () {
    return 1;
  });
};
export const options = { run(a: number) { return a; }, wait: () => { return; } };
$effect(() => {
  stop();
});
describe("groups of tests", () => {
  test("have no length", () => { expect(1); });
});
"""


@pytest.mark.parametrize(
    ("text", "suffix", "expected"),
    [
        (CPP, ".cpp", {"Board": 3, "operator==": 1, "find": 11, "lambda": 3}),
        (
            TYPESCRIPT,
            ".ts",
            {
                "constructor": 3,
                "area": 1,
                "read": 7,
                "walk": 1,
                "handler": 5,
                "function ()": 3,
                "run": 1,
                "wait": 1,
                "() =>": 1,
            },
        ),
    ],
    ids=["C++", "TypeScript"],
)
def test_functions_are_found_by_their_braces(
    text: str, suffix: str, expected: dict[str, int]
) -> None:
    found = {one.name: one.lines for one in sizes.functions(text, suffix)}
    assert found == expected
