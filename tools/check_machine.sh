#!/bin/sh
# Reports what this machine is missing to build Beespace, and the Debian packages to install.
#
#   tools/check_machine.sh [PYTHON]
#
# Prints the Python to use on standard output: PYTHON if given, else the first one that is recent
# enough. Messages go to standard error. Exits with 1 if something required is missing.
# A C++ compiler is required only with BEESPACE_REQUIRE_NATIVE=1; otherwise the Python rules are the
# fallback.

missing=0

needs() { # PROBLEM, PACKAGE
    echo "Error: $1." >&2
    echo "    On Debian or Ubuntu: apt-get install $2" >&2
    missing=1
}

wants() { # the same, for requirements of the C++ core
    if [ "${BEESPACE_REQUIRE_NATIVE:-0}" != 0 ]; then
        needs "$1" "$2"
    else
        echo "Note: $1: Beespace will use the Python rules instead of the C++ core." >&2
        echo "    On Debian or Ubuntu: apt-get install $2, then make clean" >&2
    fi
}

# Python

if [ -n "$1" ]; then
    set -- "$1"
else
    set -- python3 python3.14 python3.13 python3.12 python3.11
fi
python=
for candidate; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    needs "found no Python 3.11 or newer (looked for $*)" \
        "python3 python3-venv python3-dev (Debian 12, Ubuntu 24.04 or newer)"
    exit 1
fi

# Debian packages parts of Python separately: python3-venv for python3, python3.12-venv for
# python3.12.
case $(basename "$python") in
    python3.*) package=$(basename "$python") ;;
    *) package=python3 ;;
esac

if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    needs "'$python -m venv' does not work" "$package-venv"
fi

# For the C++ core

if ! command -v "${CXX:-g++}" >/dev/null; then
    wants "found no C++ compiler (looked for ${CXX:-g++})" "g++"
fi

headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
if [ ! -e "$headers/Python.h" ]; then
    wants "found no Python.h, which is part of the headers of $python" "$package-dev"
fi

[ "$missing" = 0 ] || exit 1
echo "$python"
