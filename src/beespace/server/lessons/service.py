"""Lessons and the rules reference as messages."""

from __future__ import annotations

from beespace import lessons
from beespace.lessons import reference
from beespace.lessons.goals import Around, Look, Play, Reach
from beespace.rules import Hex, Pass, Piece, Place, Relocate
from beespace.server.boards.messages import DiagramWhy, PlayedMove, WhyNot
from beespace.server.boards.turns import played_move, turn_of, way_of, why_not
from beespace.server.lessons.messages import (
    Lesson,
    LessonAnswer,
    LessonChapter,
    LessonList,
    LessonShown,
    LessonStep,
    LessonSummary,
    RulesDiagram,
    RulesEdition,
    RulesPage,
    RulesRow,
    RulesSection,
    SayDiagramWhy,
    SayLessonTry,
)
from beespace.server.problems import ProblemError

# The page translates these codes itself; the English texts are for other programs.
_SOFT_REASONS = {
    "not-asked": "this is allowed, but it isn't what the step wants",
    "can-move": "the piece can move",
    "taken": "there is a piece here; choose an empty hex",
}


def lesson_list() -> LessonList:
    """Return all lessons by chapter."""
    return LessonList(
        chapters=[
            LessonChapter(
                id=chapter.id,
                title=chapter.title,
                is_base=chapter.is_base,
                lessons=[
                    LessonSummary(
                        id=lesson.id, title=lesson.title, line=lesson.line, count=len(lesson.steps)
                    )
                    for lesson in chapter.lessons
                ],
            )
            for chapter in lessons.chapters()
        ]
    )


def lesson(lesson_id: str) -> Lesson:
    """Return a lesson with its steps.

    Raises:
        ProblemError: there is no lesson with this id.
    """
    found = _lesson(lesson_id)
    return Lesson(
        id=found.id,
        title=found.title,
        line=found.line,
        count=len(found.steps),
        steps=[_step_message(step) for step in found.steps],
    )


def answer(lesson_id: str, number: int, tried: SayLessonTry) -> LessonAnswer:
    """Return the result of an attempt at a step.

    Raises:
        ProblemError: there is no such step, or the earlier moves are not possible in it.
    """
    step = _step(lesson_id, number)
    try:
        result = lessons.answer(step, _doing(tried), _piece(tried.piece), _hex(tried.to))
    except lessons.TryError as error:
        raise ProblemError("not-in-step", str(error)) from None
    why = None
    if result.reason is not None:
        why = why_not(result.reason)
    elif result.code:
        why = WhyNot(code=result.code, text=_SOFT_REASONS[result.code])
    return LessonAnswer(
        is_right=result.is_right,
        is_done=result.is_done,
        why=why,
        found=[(hex.q, hex.r) for hex in sorted(result.found)],
        left=result.left,
        played=[played_move(before, move) for before, move in result.played],
        turn=turn_of(result.board),
    )


def shown(lesson_id: str, number: int, tried: SayLessonTry) -> LessonShown:
    """Return a correct next step. Raises the same errors as `answer`."""
    step = _step(lesson_id, number)
    try:
        board, found = lessons.solution(step, _doing(tried))
    except lessons.TryError as error:
        raise ProblemError("not-in-step", str(error)) from None
    if isinstance(found, Hex):
        return LessonShown(hex=(found.q, found.r), piece=None, way=None)
    if isinstance(found, (Place, Relocate)):
        return LessonShown(hex=None, piece=str(found.piece), way=way_of(board, found))
    return LessonShown(hex=None, piece=None, way=None)


def rules_page(edition_id: str) -> RulesPage:
    """Return the rules reference of an edition.

    Raises:
        ProblemError: there is no edition with this id.
    """
    editions = reference.editions()
    if edition_id not in editions:
        raise ProblemError("no-such-edition", f"there is no edition {edition_id[:40]}")
    edition = editions[edition_id]
    return RulesPage(
        id=edition.id,
        title=edition.title,
        line=edition.line,
        editions=[RulesEdition(id=e.id, title=e.title, line=e.line) for e in editions.values()],
        sections=[
            RulesSection(
                id=section.id,
                title=section.title,
                paragraphs=section.paragraphs(edition.id),
                diagrams=[
                    RulesDiagram(
                        id=diagram.id,
                        piece=str(diagram.piece) if diagram.piece else None,
                        crossed=[(hex.q, hex.r) for hex in diagram.crossed],
                        caption=diagram.caption,
                        turn=turn_of(diagram.board()),
                    )
                    for diagram in section.diagrams_of(edition.id)
                ],
                lesson=section.lesson,
            )
            for section in reference.sections(edition.id)
        ],
        differences=[RulesRow(topic=row.topic, cells=row.cells) for row in reference.differences()],
    )


def diagram_why(diagram_id: str, asked: SayDiagramWhy) -> DiagramWhy:
    """Return why a move in a diagram is not allowed.

    Raises:
        ProblemError: there is no such diagram.
    """
    diagram = reference.diagrams().get(diagram_id)
    if diagram is None:
        raise ProblemError("no-such-diagram", f"there is no diagram {diagram_id[:40]}")
    board = diagram.board()
    piece, to = Piece.parse(asked.piece), _hex(asked.to)
    if to is None:
        reason = board.why_immobile(piece)
    else:
        reason = board.why_illegal(board.move_to(piece, to))
    return DiagramWhy(why=why_not(reason) if reason else None)


def _lesson(lesson_id: str) -> lessons.Lesson:
    found = lessons.lessons().get(lesson_id)
    if found is None:
        raise ProblemError("no-such-lesson", f"there is no lesson {lesson_id[:40]}")
    return found


def _step(lesson_id: str, number: int) -> lessons.Step:
    steps = _lesson(lesson_id).steps
    if not 1 <= number <= len(steps):
        raise ProblemError("no-such-step", f"the lesson has {len(steps)} steps")
    return steps[number - 1]


def _step_message(step: lessons.Step) -> LessonStep:
    board, goal = step.board(), step.goal
    left = 0
    if isinstance(goal, Play):
        left = len(goal.turns)
    elif not isinstance(goal, Look):
        left = len(goal.wanted(board))
    return LessonStep(
        kind=goal.kind,
        piece=str(goal.piece) if isinstance(goal, (Reach, Around)) else None,
        left=left,
        text=step.text,
        hint=step.hint,
        done=step.done,
        miss=step.miss,
        has_hand=step.has_hand,
        has_pass=step.has_pass,
        expansions=board.ruleset.expansions,
        turn=turn_of(board),
        last=_last(step),
    )


def _last(step: lessons.Step) -> PlayedMove | None:
    """Return the last move before the step, if its board comes from a game."""
    board = step.board()
    if not board.moves:
        return None
    move = board.pop()
    return None if isinstance(move, Pass) else played_move(board, move)


def _doing(tried: SayLessonTry) -> lessons.Doing:
    return lessons.Doing(
        moves=[
            (Piece.parse(move.piece), Hex(*move.to)) if move.piece and move.to else None
            for move in tried.moves
        ],
        found=frozenset(Hex(*hex) for hex in tried.found),
    )


def _piece(name: str | None) -> Piece | None:
    return None if name is None else Piece.parse(name)


def _hex(pair: tuple[int, int] | None) -> Hex | None:
    return None if pair is None else Hex(*pair)
