"""Renews the files in requirements/, which pin every package that `make` installs, with hashes.

    python3 tools/dependencies/lock.py UV

UV is the program to resolve with (see docs/decisions/0027). All groups of pyproject.toml are
resolved together, for every supported version of Python and every system, so that no two files
disagree. Packages come from the index that pip is configured to use; no file names it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
FOLDER = REPOSITORY / "requirements"
# The groups of pyproject.toml in each file. "package" also has the package's own dependencies.
FILES = {
    "pip": ("pip",),
    "package": ("build",),
    "dev": ("dev",),
    "docs": ("docs",),
    "node": ("node",),
    "wasm": ("wasm",),
    "dependencies": ("dependencies",),
}
WITH_OWN_DEPENDENCIES = "package"
OLDEST_PYTHON = "3.11"


def main() -> None:
    """Resolve everything at once, then write each file with the versions that were found."""
    uv = Path(sys.argv[1]).absolute()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        everything = Path(folder) / "everything.txt"
        groups = tuple(group for names in FILES.values() for group in names)
        compile_requirements(uv, everything, groups, with_own=True, options=["--no-annotate"])
        for name, groups in FILES.items():
            target = FOLDER / f"{name}.txt"
            target.unlink(missing_ok=True)  # uv would prefer the versions in it
            options = ["--generate-hashes", "--constraint", str(everything)]
            with_own = name == WITH_OWN_DEPENDENCIES
            compile_requirements(uv, target, groups, with_own=with_own, options=options)
            forget_constraints(target)
            print(f"wrote {target.relative_to(REPOSITORY)}")


def compile_requirements(
    uv: Path, target: Path, groups: tuple[str, ...], *, with_own: bool, options: list[str]
) -> None:
    """Let uv write a file with the pinned requirements of some groups."""
    named = [part for group in groups for part in ("--group", f"pyproject.toml:{group}")]
    subprocess.run(
        [
            *(uv, "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST_PYTHON),
            *("--custom-compile-command", "make lock", "--no-emit-index-url"),
            *options,
            *named,
            *(["pyproject.toml"] if with_own else []),
            *("--output-file", target),
        ],
        cwd=REPOSITORY,
        env=os.environ | uv_settings(),
        check=True,
    )


def forget_constraints(file: Path) -> None:
    """Remove the comments that name the temporary file of constraints."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(line for line in lines if not line.startswith("    #   -c ")))


def uv_settings() -> dict[str, str]:
    """Return variables that make uv use the index and the certificates of pip's configuration."""
    found: dict[str, str] = {}
    for setting, variable in (("index-url", "UV_DEFAULT_INDEX"), ("cert", "SSL_CERT_FILE")):
        for section in (":env:", "global"):
            command = [sys.executable, "-m", "pip", "config", "get", f"{section}.{setting}"]
            asked = subprocess.run(command, capture_output=True, text=True, check=False)
            if asked.returncode == 0 and asked.stdout.strip():
                found.setdefault(variable, asked.stdout.strip())
    return found


if __name__ == "__main__":
    main()
