"""Our own drawings of the bugs: the sets `stencil` and `inlay`, with one file per bug.

Each file is a complete picture of 100 by 100 units. The classes of its shapes define their colours,
and one half of a bug is the mirror image of the other.
"""
