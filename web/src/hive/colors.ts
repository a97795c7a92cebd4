import type { ColorLetter } from "../generated/messages";

export function otherColor(color: ColorLetter): ColorLetter {
  return color === "w" ? "b" : "w";
}
