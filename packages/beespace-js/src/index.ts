// The exports of the package.
export { Board, type State } from "./board.js";
export {
  Engine,
  type Analysis,
  type EngineOptions,
  type Limits,
  type Line,
  type Opponent,
  type Proof,
  type ProofLimits,
} from "./engine.js";
export { BeespaceError, type Problem } from "./errors.js";
export type {
  Color,
  DescribedMove,
  Ending,
  Hex,
  Remark,
  SetUp,
  Stack,
  Turn,
  Way,
} from "./turns.js";
