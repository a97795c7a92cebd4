// The rules reference as messages; as in beespace/server/lessons/service.py.

import type { DiagramWhy, RulesDiagram, RulesPage, SayDiagramWhy } from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { boardOf, turnOf, whyNot } from "../core";
import { rules, type Diagram, type Section } from "./content";

export async function rulesPage(id: string): Promise<RulesPage> {
  const { editions, sections, differences } = await rules();
  const edition = editions.find((one) => one.id === id);
  if (edition === undefined) {
    throw new Failure("no-such-edition", `there is no edition ${id.slice(0, 40)}`);
  }
  const isPart = (part: { editions: string[] }) => part.editions.includes(id);
  const sectionOf = async ({ title, paragraphs, diagrams, lesson, ...section }: Section) => ({
    id: section.id,
    title,
    paragraphs: paragraphs.filter(isPart).map(({ text }) => text),
    diagrams: await Promise.all(diagrams.filter(isPart).map(diagramMessage)),
    lesson,
  });
  return {
    ...edition,
    editions,
    sections: await Promise.all(sections.filter(isPart).map(sectionOf)),
    differences,
  };
}

async function diagramMessage(diagram: Diagram): Promise<RulesDiagram> {
  const { id, piece, crossed, caption } = diagram;
  return { id, piece, crossed, caption, turn: turnOf(await boardOf(diagram.board)) };
}

export async function diagramWhy(id: string, { piece, to }: SayDiagramWhy): Promise<DiagramWhy> {
  const { sections } = await rules();
  const diagram = sections.flatMap(({ diagrams }) => diagrams).find((one) => one.id === id);
  if (diagram === undefined) {
    throw new Failure("no-such-diagram", `there is no diagram ${id.slice(0, 40)}`);
  }
  const board = await boardOf(diagram.board);
  return { why: whyNot(board, piece, to) };
}
