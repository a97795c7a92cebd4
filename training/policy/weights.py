"""Writes the network with integer weights, for native/policy/network.h."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from network import Network

# The fixed-point scales: what represents 1 in a unit, in its weight, and in the appeal.
UNIT_ONE, OUT_ONE, APPEAL_ONE = 64, 64, 4096


def pack(network: Network) -> bytes:
    """Return the weights as the core reads them.

    Raises:
        OverflowError: a weight doesn't fit its bits.
    """
    weights = {name: _on_the_processor(value) for name, value in network.weights.items()}
    inputs, units = weights["in"].shape
    return b"".join(
        [
            np.array([inputs, units], "<u2").tobytes(),
            _whole(weights["in"], UNIT_ONE, np.int8),
            _whole(weights["direct"], APPEAL_ONE, np.int16),
            _whole(weights["bias"], UNIT_ONE, np.int16),
            _whole(weights["out"], OUT_ONE, np.int16),
        ]
    )


def write(path: Path, network: Network, origin: dict[str, Any]) -> None:
    """Write a line of JSON that says where the weights come from, and then the weights."""
    path.write_bytes(json.dumps(origin).encode("ascii") + b"\n" + pack(network))


def _on_the_processor(values: Any) -> Any:
    return values.get() if hasattr(values, "get") else values


def _whole(values: Any, one: int, kind: Any) -> bytes:
    rounded = np.round(values * one)
    limits = np.iinfo(kind)
    if rounded.min() < limits.min or rounded.max() > limits.max:
        raise OverflowError(f"a weight of {np.abs(values).max():.2f} doesn't fit: raise the decay")
    return bytes(rounded.astype(np.dtype(kind).newbyteorder("<")).tobytes())
