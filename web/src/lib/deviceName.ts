// What to call this device in the list of the user's devices, such as "Firefox, Android".

const BROWSERS: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** The names of the browser and the system; what is unknown is left out. */
export function deviceName(agent = globalThis.navigator?.userAgent ?? ""): string {
  const found = [BROWSERS, SYSTEMS].map((names) => names.find(([is]) => is.test(agent))?.[1]);
  return found.filter(Boolean).join(", ");
}
