"""Lines that are said of a whole sheet."""

from __future__ import annotations

from narration.notation.said import Said, phrases, said

COMMAND_WORDS: dict[str, Said] = {
    "clear": said("clear/start over", "azzera/cancella/da capo", "borrar/limpiar/desde cero"),
    "ready": said(
        "ready/final/done/i'm ready/i am ready/we're ready/we are ready",
        "pronto/pronta/fatto/sono pronto/sono pronta",
        "listo/lista/hecho/estoy listo/estoy lista",
    ),
    "wait": said(
        "wait/not ready/i'm not ready/i am not ready",
        "aspetta/attendi/non pronto/non sono pronto/non sono pronta",
        "espera/esperar/no listo/no estoy listo/no estoy lista",
    ),
    "end": said("end/the end", "fine", "fin"),
}
STANDING_WORDS = said(
    "standing/standing instructions/always", "permanenti/istruzioni permanenti/sempre", "permanentes/siempre"
)
COMMANDS = phrases(COMMAND_WORDS)
STANDING = phrases({"standing": STANDING_WORDS})
