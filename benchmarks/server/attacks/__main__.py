"""Attacks for some seconds: `python -m attacks NAME SECONDS TARGET`, the last one in JSON."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys

from attacks.everything import ATTACKS
from attacks.target import Target


def main() -> None:
    """Attack."""
    name, seconds, target = sys.argv[1:]

    async def run() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(float(seconds)):
                await ATTACKS[name](Target(**json.loads(target)))

    asyncio.run(run())


if __name__ == "__main__":
    main()
