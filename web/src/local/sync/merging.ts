// How a row that was changed on two devices becomes one again. Nothing gets lost: what can't be
// merged becomes a row of its own. Both devices follow the same rules.

import type { GameRow } from "../games/row";
import type { Row } from "../storage";
import type { StudyRow } from "../studies";

/** Whose version to use: that of this device, that of the others, or both. */
type Verdict = "ours" | "theirs" | "both";

/** What to do with a row that was changed here and there. */
export function judge(ours: Row, theirs: Row): Verdict {
  if (theirs.isDeleted) return "ours";
  if (ours.isDeleted) return "theirs";
  return "moves" in ours
    ? judgeGames(ours as GameRow, theirs as GameRow)
    : judgeStudies(ours as StudyRow, theirs as StudyRow);
}

/** The game with more moves, if it continues the other one. */
function judgeGames(ours: GameRow, theirs: GameRow): Verdict {
  const shorter = Math.min(ours.moves.length, theirs.moves.length);
  const isSame = (ply: number) => ours.moves[ply]!.text === theirs.moves[ply]!.text;
  for (let ply = 0; ply < shorter; ply++) if (!isSame(ply)) return "both";
  if (ours.moves.length !== theirs.moves.length) {
    return ours.moves.length > theirs.moves.length ? "ours" : "theirs";
  }
  if ((ours.ending === null) !== (theirs.ending === null)) {
    return ours.ending !== null ? "ours" : "theirs";
  }
  return newer(ours, theirs);
}

function judgeStudies(ours: StudyRow, theirs: StudyRow): Verdict {
  return ours.record === theirs.record ? newer(ours, theirs) : "both";
}

function newer(ours: Row, theirs: Row): Verdict {
  return Date.parse(ours.changed) > Date.parse(theirs.changed) ? "ours" : "theirs";
}
