// The page's own lessons and rules reference.

import type { SayDiagramWhy, SayLessonTry } from "../../generated/messages";
import { withCore } from "../core";
import type { LocalPart } from "../part";
import { diagramWhy, rulesPage } from "./reference";
import { answer, lesson, lessonList, shown } from "./service";

const { answers } = withCore({
  answers: {
    "GET /api/lessons/{id}": ({ parameters: [id] }) => lesson(id!),
    "POST /api/lessons/{id}/steps/{number}/try": ({ parameters: [id, number], body }) =>
      answer(id!, Number(number), body as SayLessonTry),
    "POST /api/lessons/{id}/steps/{number}/show": ({ parameters: [id, number], body }) =>
      shown(id!, Number(number), body as SayLessonTry),
    "GET /api/rules/{id}": ({ parameters: [id] }) => rulesPage(id!),
    "POST /api/rules/diagrams/{id}/why": ({ parameters: [id], body }) =>
      diagramWhy(id!, body as SayDiagramWhy),
  },
});

// The start page shows the list, so it must not load the core.
export const part: LocalPart = { answers: { ...answers, "GET /api/lessons": () => lessonList() } };
