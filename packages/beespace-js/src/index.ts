// The exports of the package.
export { Board, type PlacedPiece } from "./board.js";
export { Engine, type Analysis, type EngineOptions, type Limits, type Line } from "./engine.js";
export { BeespaceError, type Problem } from "./errors.js";
