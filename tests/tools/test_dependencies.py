"""Locked dependencies: in step with pyproject.toml, hashed, without addresses, and licensed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from support.repository import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools" / "dependencies"))

import licenses
import lock
import vulnerabilities

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = PROJECT["dependency-groups"]
OWN = PROJECT["project"]["dependencies"]
# A line of a locked file: NAME==VERSION ; MARKER, then hashes, then who needs it.
PINNED = re.compile(
    r"^([\w.-]+)(?:\[[\w,]+\])?==(\S+)(?: ; (.*?))? \\\n((?:    .*\n)+)", re.MULTILINE
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def wanted(file: str) -> list[Requirement]:
    """Return what pyproject.toml requires for a file."""
    texts = [text for group in lock.FILES[file] for text in GROUPS[group]]
    return [Requirement(text) for text in texts + (OWN if file == "package" else [])]


def pinned(file: str) -> list[tuple[str, str, str, str]]:
    """Return the name, version, marker and the other lines of each package in a file."""
    text = (lock.FOLDER / f"{file}.txt").read_text(encoding="utf-8")
    found = [(match[1], match[2], match[3] or "", match[4]) for match in PINNED.finditer(text)]
    assert len(found) == len(re.findall(r"^\w", text, re.MULTILINE)), "a line isn't pinned"
    return found


def versions(file: str, python: str) -> dict[str, str]:
    """Return the versions that a file selects for a version of Python on this system."""
    changed = {"python_version": python, "python_full_version": f"{python}.9"}
    environment = {name: str(value) for name, value in default_environment().items()} | changed
    chosen: dict[str, str] = {}
    for name, version, marker, _ in pinned(file):
        applies = Requirement(f"{name} ; {marker}" if marker else name).marker
        if applies is None or applies.evaluate(environment):
            assert name not in chosen, f"{name} is pinned twice"
            chosen[name] = version
    return chosen


def test_every_group_and_every_file_is_locked() -> None:
    assert {name for names in lock.FILES.values() for name in names} == set(GROUPS)
    assert {path.stem for path in lock.FOLDER.iterdir()} == set(lock.FILES)


@pytest.mark.parametrize("file", lock.FILES)
def test_the_lock_is_in_step_with_the_project(file: str) -> None:
    """Otherwise run `make lock`."""
    for python in PYTHONS:
        chosen = versions(file, python)
        for requirement in wanted(file):
            name = canonicalize_name(requirement.name)
            assert name in chosen, f"{name} is missing: run make lock"
            assert requirement.specifier.contains(chosen[name]), f"{name}: run make lock"
    direct = {name for name, _, _, rest in pinned(file) if "beespace (pyproject.toml" in rest}
    assert direct == {canonicalize_name(requirement.name) for requirement in wanted(file)}


@pytest.mark.parametrize("file", lock.FILES)
def test_every_package_has_hashes_and_no_file_an_address(file: str) -> None:
    for name, _, _, rest in pinned(file):
        assert re.search(r"^    --hash=sha256:[0-9a-f]{64}", rest, re.MULTILINE), name
    text = (lock.FOLDER / f"{file}.txt").read_text(encoding="utf-8")
    assert not re.search(r"//|--index|--find-links|file:|^\s*#\s+-c ", text, re.MULTILINE)


def test_files_agree_about_versions() -> None:
    for python in PYTHONS:
        all_versions: dict[str, str] = {}
        for file in lock.FILES:
            for name, version in versions(file, python).items():
                assert all_versions.setdefault(name, version) == version, name


def test_make_installs_only_what_is_locked() -> None:
    for path in (REPOSITORY / "Makefile", REPOSITORY / "tools" / "build_page.sh"):
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        for line in re.findall(r"^.*(?:\bpip\b.*|\$\(PIP\) )install\b.*$", text, re.MULTILINE):
            assert "--require-hashes" in line or "--no-deps" in line, line


def test_the_pages_packages_have_hashes_and_no_addresses() -> None:
    packages = json.loads((REPOSITORY / "web/package-lock.json").read_text(encoding="utf-8"))
    declared = json.loads((REPOSITORY / "web/package.json").read_text(encoding="utf-8"))
    root = packages["packages"].pop("")
    assert root["devDependencies"] == declared["devDependencies"]
    for name, package in packages["packages"].items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
    settings = (REPOSITORY / "web" / ".npmrc").read_text(encoding="utf-8")
    assert "omit-lockfile-registry-resolved=true" in settings


def test_all_licences_are_accepted() -> None:
    packages = [*licenses.installed_packages(), *licenses.page_packages()]
    assert len(packages) > 250
    assert list(licenses.problems(packages)) == []


def test_other_licences_are_noticed() -> None:
    packages = [
        ("mine", "MIT"),
        ("choice", "GPL-3.0-only OR MIT"),
        ("both", "MIT AND GPL-3.0-only"),
        ("silent", ""),
        ("resvg-py", "Proprietary"),
        ("nested", "(MIT OR GPL-3.0-only) AND (ISC AND Zlib)"),
        ("nested-too", "(MIT AND GPL-3.0-only) OR (ISC AND AGPL-3.0-only)"),
    ]
    refused = [problem.partition(":")[0] for problem in licenses.problems(packages)]
    assert refused == ["both", "silent", "resvg-py", "nested-too"]


def audit(tmp_path: Path, said: str, code: int) -> vulnerabilities.Answer:
    """Return what the audit makes of an answer of pip-audit."""
    program = tmp_path / "pip-audit"
    program.write_text(f"#!{sys.executable}\nprint({said!r})\nraise SystemExit({code})\n")
    program.chmod(0o755)
    return vulnerabilities.python_packages(str(program))


def test_known_vulnerabilities_are_told_from_unknown_ones(tmp_path: Path) -> None:
    good = {"name": "click", "version": "8.5.1", "vulns": []}
    bad = {**good, "name": "jinja2", "vulns": [{"id": "CVE-1", "fix_versions": ["2.11"]}]}
    skipped = {"name": "alembic", "skip_reason": "not found"}
    for packages, found, unknown in (
        ([good], [], []),
        ([good, bad], ["jinja2 8.5.1: CVE-1, fixed in 2.11"], []),
        ([good, skipped], [], ["alembic (not found)"]),
        ([skipped, skipped], [], ["the database knows none of 2 packages"]),
    ):
        said = json.dumps({"dependencies": packages})
        answer = audit(tmp_path, said, 1 if bad in packages else 0)
        assert (answer.vulnerabilities, answer.unknown) == (found, unknown)
    for answer in (
        audit(tmp_path, "connection error", 1),
        vulnerabilities.python_packages("/no/such/program"),
    ):
        assert answer.vulnerabilities == []
        assert answer.unknown[0].startswith("the database doesn't answer (")


def test_the_audit_fails_on_vulnerabilities_and_if_strict_on_unknown_ones() -> None:
    clean, bad = vulnerabilities.Answer(), vulnerabilities.Answer(["jinja2: CVE-1"], ["alembic"])
    unknown = vulnerabilities.Answer(unknown=["the database doesn't answer"])
    for answers, usual, strict in (
        ((clean, clean), 0, 0),
        ((clean, unknown), 0, 2),
        ((unknown, unknown), 0, 2),
        ((unknown, bad), 1, 1),
    ):
        assert vulnerabilities.report(*answers, is_strict=False) == usual
        assert vulnerabilities.report(*answers, is_strict=True) == strict


def test_the_audit_as_a_program_fails_if_strict_and_nothing_is_known(tmp_path: Path) -> None:
    # Without npm and pip-audit, nothing can be looked up.
    program = REPOSITORY / "tools" / "dependencies" / "vulnerabilities.py"
    command = [sys.executable, str(program), "/no/such/program"]
    for options, status in (((), 0), (("--strict",), 2)):
        done = subprocess.run(
            [*command, *options],
            env={"PATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stderr
        assert done.stdout.count("UNKNOWN") == 2
        assert "known vulnerabilities" not in done.stdout


@pytest.mark.slow
def test_a_changed_hash_is_refused(tmp_path: Path) -> None:
    text = (lock.FOLDER / "pip.txt").read_text(encoding="utf-8")
    wrong = tmp_path / "pip.txt"
    wrong.write_text(re.sub(r"sha256:\w{8}", "sha256:00000000", text))
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes"]
    done = subprocess.run(
        [*command, "--dest", tmp_path, "--requirement", wrong], capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stderr
