"""Work that costs processor time: the limits on it, and the processes that do it."""
