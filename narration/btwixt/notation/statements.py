"""The statements of B'Twixt: keywords, what they fill, and the whole notation."""

from __future__ import annotations

from typing import Any

from adjudicator.btwixt.sheets.sheet import Sheet, read_sheet, write_sheet
from narration.btwixt.notation import abouts as told
from narration.btwixt.notation import layouts as form
from narration.btwixt.notation import words as w
from narration.btwixt.notation.tongue import tongue
from narration.btwixt.notation.wishes import Answer, QuestionId
from narration.notation.grammar import Notation, Statement
from narration.notation.words import said

STATEMENTS = (
    Statement(said("bid/bids/programme/program", "offri/offerta/programma", "puja/pujas/programa"), ("bid",), form.BID,
              about=told.BID),
    Statement(said("councils/council", "concili/concilio", "consejos/consejo"), ("councils",), form.COUNCILS,
              about=told.COUNCILS),
    Statement(said("leaders/leader", "i leader/leader", "líderes/líder"), ("leaders",), form.LEADERS,
              about=told.LEADERS),
    Statement(said("cards/card", "carte/carta", "cartas/carta"), ("cards",), form.CARDS, about=told.CARDS),
    Statement(said("allies/ally", "alleati/alleato", "aliados/aliado"), ("allies",), form.ALLIES, about=told.ALLIES),
    Statement(said("use/ability/abilities/use ability", "usa/abilità", "usa/capacidad/capacidades"), ("abilities",),
              form.USE, about=told.USE),
    Statement(said("arrange/next allies", "disponi/prossimi alleati", "dispón/próximos aliados"), ("arrange",),
              form.ARRANGE, about=told.ARRANGE),
    Statement(said("keep/draft", "tieni/draft", "conserva/draft"), ("keep",), form.CARD_RANK, about=told.KEEP),
    Statement(said("order/order of abilities", "ordine", "orden"), ("order",), form.CARD_RANK, about=told.ORDER),
    Statement(said("steward/bot", "intendente/bot", "mayordomo/bot"), ("steward",), form.STEWARD,
              keeps=[word for one in w.KINDS.values() for word in one.every()], about=told.STEWARD),
    Statement(said("answer/answers", "risposta/rispondo", "respuesta/respondo"), ("answers",), key=QuestionId(),
              value=Answer(), about=told.ANSWER),
)  # fmt: skip


def _read(data: bytes, edition: Any, modules: Any) -> Sheet:
    return read_sheet(data, edition, tuple(modules))


NOTATION = Notation(
    sheet=Sheet,
    statements=STATEMENTS,
    tongue=tongue,
    read=_read,
    write=write_sheet,
    sample=told.SAMPLE,
    vocabulary=w.VOCABULARY,
)
