#!/bin/sh
# Says what this machine lacks for Beespace, and the Debian package that brings it.
#
#   tools/check_machine.sh [PYTHON]
#
# Prints on standard output the Python to use: PYTHON if given, else the first one that is new enough.
# Everything for people goes to standard error. Exits with 1 if something needed is missing.
# A C++ compiler is needed only with BEESPACE_REQUIRE_NATIVE=1: without it the Python rules do.

missing=0

needs() { # WHAT IS WRONG, PACKAGE
    echo "Error: $1." >&2
    echo "    On Debian or Ubuntu: apt-get install $2" >&2
    missing=1
}

wants() { # the same, for what only the C++ core needs
    if [ "${BEESPACE_REQUIRE_NATIVE:-0}" != 0 ]; then
        needs "$1" "$2"
    else
        echo "Note: $1: the C++ core is not built and the Python rules are used." >&2
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
    needs "no Python 3.11 or newer (looked for $*)" \
        "python3 python3-venv python3-dev (Debian 12, Ubuntu 24.04 or newer)"
    exit 1
fi

# Debian splits parts of Python off: python3-venv belongs to python3, python3.12-venv to python3.12.
case $(basename "$python") in
    python3.*) package=$(basename "$python") ;;
    *) package=python3 ;;
esac

if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    needs "'$python -m venv' does not work" "$package-venv"
fi

# For the C++ core

if ! command -v "${CXX:-g++}" >/dev/null; then
    wants "no C++ compiler (looked for ${CXX:-g++})" "g++"
fi

headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
if [ ! -e "$headers/Python.h" ]; then
    wants "no Python.h, the headers of $python" "$package-dev"
fi

[ "$missing" = 0 ] || exit 1
echo "$python"
