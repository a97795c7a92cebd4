// The texts and positions of lessons and rules, which Python writes when the page is built
// (beespace.lessons.content). Each file loads when it is first needed.

import type {
  Hex,
  LessonChapter,
  RulesEdition,
  RulesRow,
  SayPosition,
} from "../../generated/messages";

/** A text by language. */
export type Texts = Record<string, string>;

export interface TurnContent {
  conditions: Record<string, string | boolean | string[]>;
  replies: string[];
}

export type Tapping =
  | { kind: "reach"; piece: string }
  | { kind: "around"; piece: string }
  | { kind: "pick"; what: "pinned" | "movable" | "stuck" | "throwable" };

export interface Play {
  kind: "play";
  turns: TurnContent[];
}

export interface Step {
  board: SayPosition;
  goal: { kind: "look" } | Tapping | Play;
  text: Texts;
  hint: Texts;
  done: Texts;
  miss: Texts;
  has_hand: boolean;
  has_pass: boolean;
}

export interface Diagram {
  id: string;
  editions: string[];
  piece: string | null;
  crossed: Hex[];
  caption: Texts;
  board: SayPosition;
}

export interface Section {
  id: string;
  title: Texts;
  editions: string[];
  lesson: string | null;
  paragraphs: { editions: string[]; text: Texts }[];
  diagrams: Diagram[];
}

export interface Rules {
  editions: RulesEdition[];
  sections: Section[];
  differences: RulesRow[];
}

export async function chapters(): Promise<LessonChapter[]> {
  return (await import("content/chapters.json")).default as LessonChapter[];
}

export async function lessons(): Promise<Record<string, Step[]>> {
  return (await import("content/lessons.json")).default as Record<string, Step[]>;
}

export async function rules(): Promise<Rules> {
  return (await import("content/rules.json")).default as Rules;
}
