"""Runs the `beespace` command for `python -m beespace`."""

from beespace.cli import main

if __name__ == "__main__":
    main(prog_name="beespace")
