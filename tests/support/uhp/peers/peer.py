"""A UHP engine with one fault, for tests of code that has to handle it: `peer.py FAULT [FILE]`.

Apart from its fault it behaves like our engine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from beespace.uhp.engine import Engine


def answer_with_fault(engine: Engine, fault: str, line: str) -> list[str]:
    """Return this peer's response to a command."""
    command = line.partition(" ")[0]
    match fault, command:
        case "hangs", "bestmove":
            time.sleep(3600)
        case "thinks-too-long", "bestmove":
            time.sleep(2.5)
        case "thinks-aloud", "bestmove":
            print(engine.answer("validmoves")[0].split(";")[0] + ";1;0.5", flush=True)
            Path(sys.argv[2]).touch()
            time.sleep(3600)
        case "crashes", "bestmove":
            print("peer: out of honey", file=sys.stderr, flush=True)
            os._exit(3)
        case "crashes-once", "bestmove":
            marker = Path(sys.argv[2])
            if not marker.exists():
                marker.touch()
                os._exit(3)
        case "answers-junk", "bestmove":
            return ["(o_o)", "ok"]
        case "answers-nothing", "bestmove":
            return ["ok"]
        case "plays-illegally", "bestmove":
            return ["wQ wQ", "ok"]
        case "refuses-options", "options" if " set " in line:
            return ["err no such thing", "ok"]
        case "refuses-games", "newgame":
            return ["err no", "ok"]
        case "forgets-newgame", "newgame" if line == "newgame" and engine._board is not None:
            return [engine._game_string(), "ok"]
        case "passes-at-will", ("play" | "pass") if "pass" in line and engine._board is not None:
            from beespace.rules import Pass

            engine._texts.append("pass")
            engine._board.push_unchecked(Pass())
            return [engine._game_string(), "ok"]
        case "forgets-undo", "undo":
            return [engine._game_string() if engine._board else "err no game", "ok"]
    return _spoilt(fault, command, engine.answer(line))


def _spoilt(fault: str, command: str, lines: list[str]) -> list[str]:
    """Return our engine's response with the fault in it."""
    if command == "info":
        # Use another name than our engine's, so that clients rely only on the protocol.
        lines[0] = f"id Peer {fault}"
    is_error = lines[0].startswith(("err", "invalidmove"))
    match fault, command:
        case "misses-a-move", "validmoves" if not is_error:
            return [lines[0].rpartition(";")[0] or lines[0], "ok"]
        case "repeats-a-move", "validmoves" if not is_error:
            return [lines[0] + ";" + lines[0].rpartition(";")[2], "ok"]
        case "forgets-ok", _ if is_error:
            return lines[:-1]
        case "never-says-ok", _:
            return lines[:-1]
        case "says-err-for-invalidmove", "play" if is_error:
            return [lines[0].replace("invalidmove", "err", 1), "ok"]
        case "counts-turns-wrongly", "play" if not is_error:
            return [lines[0].replace("White[2]", "White[1]"), "ok"]
        case "base-only", "info":
            return [lines[0], "ok"]
    return lines


def main() -> None:
    """Respond to commands until the input ends."""
    fault = sys.argv[1]
    if fault == "never-starts":
        time.sleep(3600)
    engine = Engine()
    engine.answer("options set Hash 1")
    print("\n".join(answer_with_fault(engine, fault, "info")), flush=True)
    if fault == "reads-nothing":
        time.sleep(3600)
    if fault == "leaves-a-child":
        child = subprocess.Popen(["sleep", "3600"])
        Path(sys.argv[2]).write_text(str(child.pid))
    for line in sys.stdin.buffer:
        text = line.decode("utf-8", "replace").strip()
        if text == "exit":
            return
        if fault == "dies-of-junk" and not text.isascii():
            os._exit(4)
        if text:
            for answer in answer_with_fault(engine, fault, text):
                print(answer, flush=True)


if __name__ == "__main__":
    main()
