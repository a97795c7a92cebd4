// Clocks in the user's language.

import type { Clock } from "../generated/messages";
import { tr } from "../lib/i18n/index.svelte";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "5 min + 3 s", "3 days for each move" or "no clock". */
export function clockWords(clock: Clock | null): string {
  if (clock === null) return tr("clock.none.line");
  if (clock.kind === "days") return tr("clock.days.line", { count: clock.days });
  const minutes = clock.base_s % 60 === 0;
  const base = tr(minutes ? "clock.minutes" : "clock.seconds", {
    count: minutes ? clock.base_s / 60 : clock.base_s,
  });
  return clock.increment_s === 0
    ? base
    : tr("clock.plus", { base, increment: tr("clock.seconds", { count: clock.increment_s }) });
}

/** What a clock shows: "2 d 4 h", "1:02:03", "4:05" or "7.3". */
export function timeWords(ms: number): string {
  if (ms >= DAY) {
    return tr("clock.show.days", {
      days: Math.floor(ms / DAY),
      hours: Math.floor((ms % DAY) / HOUR),
    });
  }
  if (ms < 10 * SECOND) return (Math.floor(ms / 100) / 10).toFixed(1);
  // Round up, so that a clock shows 0:01 during its last second.
  const seconds = Math.ceil(ms / SECOND);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
