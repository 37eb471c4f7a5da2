"""Lines that are said of a whole sheet."""

from __future__ import annotations

from narration.notation.said import Said, phrases, said

COMMAND_WORDS: dict[str, Said] = {
    "clear": said("clear/start over", "azzera/cancella/da capo", "borrar/limpiar/desde cero"),
    "ready": said("ready/final/done", "pronto/pronta/fatto", "listo/lista/hecho"),
    "wait": said("wait/not ready", "aspetta/attendi/non pronto", "espera/esperar/no listo"),
    "end": said("end/the end", "fine", "fin"),
}
STANDING_WORDS = said("standing/standing instructions/always", "permanenti/istruzioni permanenti", "permanentes")
COMMANDS = phrases(COMMAND_WORDS)
STANDING = phrases({"standing": STANDING_WORDS})
