"""Our own drawings of the insects: the sets `stencil` and `inlay`, a file for each kind.

Every file is a picture of its own, 100 by 100 units; the classes of its shapes say what each is
painted with, and the left or right half of an insect is the other one mirrored.
"""
