// Requests to the backend. Every error is a `Failure`.

import type {
  CreatedGame,
  DiagramWhy,
  Game,
  GamePage,
  Imported,
  InvitationShown,
  JoinedGame,
  Lesson,
  LessonAnswer,
  LessonList,
  LessonShown,
  NewGame,
  NewSecret,
  OpenedGame,
  OpeningScores,
  OwnStudy,
  Puzzle,
  PuzzleAnswer,
  PuzzleHint,
  PuzzleIndex,
  PuzzleSolution,
  ReadStudy,
  ReviewState,
  RulesPage,
  SayDiagramWhy,
  SayLessonTry,
  SayOpening,
  SayPuzzleTry,
  SaySetUp,
  SayStudy,
  SayStudyChange,
  SayTurn,
  SayWhyNot,
  ServerInfo,
  SetUp,
  Study,
  StudyTurn,
} from "../generated/messages";
import type { LocalOpeningAnswer as ShownOpening } from "../local/openings";
import type { LocalStudy, SavedStudy } from "../local/studies";
import { backendFor } from "./choice";

/** Ask whoever answers a path. */
function ask<T>(path: string, method?: string, body?: unknown): Promise<T> {
  return backendFor(path).ask<T>(path, method, body);
}

/** Ask for a file. */
function file(path: string): Promise<File> {
  return backendFor(path).file(path);
}

export type { LocalStudy, SavedStudy, ShownOpening };

export const api = {
  info: () => ask<ServerInfo>("/api/info"),
  create: (game: NewGame) => ask<CreatedGame>("/api/games", "POST", game),
  game: (id: string) => ask<Game>(`/api/games/${id}`),
  /** Create a new invitation link. The previous one stops working. */
  invite: (id: string) => ask<NewSecret>(`/api/games/${id}/invitation`, "POST"),
  /** Create a link that opens the player's seat on another device. */
  otherDevice: (id: string) => ask<NewSecret>(`/api/games/${id}/devices`, "POST"),
  /** Look up what a link does, without using it. */
  invitation: (id: string, secret: string) =>
    ask<InvitationShown>(`/api/games/${id}/secret`, "POST", { secret }),
  join: (id: string, secret: string, name: string) =>
    ask<JoinedGame>(`/api/games/${id}/join`, "POST", { secret, name }),
  games: (offset: number, limit: number) =>
    ask<GamePage>(`/api/games?offset=${offset}&limit=${limit}`),
  remove: (id: string) => ask<void>(`/api/games/${id}`, "DELETE"),
  import: (text: string) => ask<Imported>("/api/imports", "POST", { text }),
  lessons: () => ask<LessonList>("/api/lessons"),
  lesson: (id: string) => ask<Lesson>(`/api/lessons/${id}`),
  tryStep: (id: string, step: number, tried: SayLessonTry) =>
    ask<LessonAnswer>(`/api/lessons/${id}/steps/${step}/try`, "POST", tried),
  showStep: (id: string, step: number, tried: SayLessonTry) =>
    ask<LessonShown>(`/api/lessons/${id}/steps/${step}/show`, "POST", tried),
  rules: (edition: string) => ask<RulesPage>(`/api/rules/${edition}`),
  diagramWhy: (id: string, asked: SayDiagramWhy) =>
    ask<DiagramWhy>(`/api/rules/diagrams/${id}/why`, "POST", asked),
  puzzles: () => ask<PuzzleIndex>("/api/puzzles"),
  nextPuzzle: (filter: string) => ask<Puzzle>(`/api/puzzles/next?${filter}`),
  puzzle: (id: string) => ask<Puzzle>(`/api/puzzles/${id}`),
  tryPuzzle: (id: string, tried: SayPuzzleTry) =>
    ask<PuzzleAnswer>(`/api/puzzles/${id}/try`, "POST", tried),
  puzzleHint: (id: string, tried: SayPuzzleTry) =>
    ask<PuzzleHint>(`/api/puzzles/${id}/hint`, "POST", tried),
  puzzleSolution: (id: string, tried: SayPuzzleTry) =>
    ask<PuzzleSolution>(`/api/puzzles/${id}/solution`, "POST", tried),
  explore: (asked: SayOpening) => ask<ShownOpening>("/api/openings/explore", "POST", asked),
  openingScores: (asked: SayOpening) => ask<OpeningScores>("/api/openings/scores", "POST", asked),
  openOpeningGame: (id: number) => ask<OpenedGame>(`/api/openings/games/${id}/open`, "POST"),
  studyTurn: (asked: SayTurn) => ask<StudyTurn>("/api/analysis/turn", "POST", asked),
  studyWhy: (asked: SayWhyNot) => ask<DiagramWhy>("/api/analysis/why", "POST", asked),
  setUp: (asked: SaySetUp) => ask<SetUp>("/api/analysis/set-up", "POST", asked),
  readStudy: (text: string) => ask<ReadStudy>("/api/analysis/read", "POST", { text }),
  gameStudy: (id: string) => ask<Study>(`/api/games/${id}/study`),
  sharedStudy: (id: string) => ask<LocalStudy>(`/api/studies/${id}`),
  saveStudy: (study: SayStudy) => ask<SavedStudy>("/api/studies", "POST", study),
  ownStudies: () => ask<OwnStudy[]>("/api/studies"),
  removeStudy: (id: string) => ask<void>(`/api/studies/${id}`, "DELETE"),
  /** Replace a study, unless it has changed since it was read. */
  changeStudy: (id: string, study: SayStudyChange) =>
    ask<SavedStudy>(`/api/studies/${id}`, "PUT", study),
  review: (id: string) => ask<ReviewState>(`/api/games/${id}/review`),
  beginReview: (id: string) => ask<ReviewState>(`/api/games/${id}/review`, "POST"),
  record: (id: string, format: string) => file(`/api/games/${id}/record?format=${format}`),
  drawing: (id: string, format: string, ply: number, theme: string, pieces: string) =>
    file(`/api/games/${id}/drawing?format=${format}&ply=${ply}&theme=${theme}&pieces=${pieces}`),
};
