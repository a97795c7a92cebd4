// Reads the forms of dates that files of games use; as in src/beespace/formats/dates.py.

import { strip } from "./python";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const TIME = String.raw`(?<time>\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?`;
const FORMS = [
  // 2021.12.11, 2021-12-11T08:32:57Z
  String.raw`(?<year>\d{4})[-./](?<month>\d\d|\?\?)[-./](?<day>\d\d|\?\?)(?:[T _]+${TIME}Z?)?`,
  // hivegame.com: 30-Jan-2024_16:10:56
  String.raw`(?<day>\d{1,2})[- ](?<name>[a-z]{3})[- ](?<year>\d{4})(?:[T _]+${TIME})?`,
  // BoardSpace: Sat Dec 11 08:32:57 PST 2021
  String.raw`(?:\w+,? )?(?<name>[a-z]{3}) (?<day>\d\d?) ${TIME}(?: \S+)? (?<year>\d{4})`,
].map((form) => new RegExp(`^(?:${form})$`, "i"));

/** Return the date as "2024.01.30" and the time as "16:10:56"; other texts unchanged. */
export function readDate(given: string): [date: string, time: string] {
  const text = strip(given);
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts === undefined) continue;
    const { year, time = "" } = parts;
    const month = parts["month"] ?? monthOf(parts["name"]!);
    const day = parts["day"]!.padStart(2, "0");
    if (exists(year!, month, day)) return [`${year}.${month}.${day}`, padded(time)];
  }
  return [text, ""];
}

function monthOf(name: string): string {
  const index = MONTHS.indexOf(name.toLowerCase());
  return index < 0 ? "" : String(index + 1).padStart(2, "0");
}

function padded(time: string): string {
  if (time === "") return "";
  const parts = time.split(":").map((part) => part.padStart(2, "0"));
  return [...parts, "00"].slice(0, 3).join(":");
}

function exists(year: string, month: string, day: string): boolean {
  if (month === "" || Number(year) === 0) return false;
  const [m, d] = [month === "??" ? 1 : Number(month), day === "??" ? 1 : Number(day)];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), m - 1, d);
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d && d > 0;
}
