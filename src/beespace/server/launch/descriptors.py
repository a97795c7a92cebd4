"""The system's limit on open files and connections of a process."""

from __future__ import annotations

import contextlib
import sys

# More connections than this need more memory than one process should use.
_WANTED = 65_536
# What Windows' select loop and unknown systems can certainly handle.
_ELSEWHERE = 512


def raise_descriptor_limit() -> int:
    """Raise the soft limit as far as the hard limit allows. Return how many files can be open."""
    if sys.platform == "win32":
        return _ELSEWHERE
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        # Some systems have a lower limit than they say.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return _WANTED if soft == resource.RLIM_INFINITY else soft
