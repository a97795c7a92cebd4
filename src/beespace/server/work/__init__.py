"""Work that costs processor time: who may do how much of it, and the processes that do it."""
