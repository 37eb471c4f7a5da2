"""The words of commands, in every language; all of them are read, whatever a player's language is."""

from __future__ import annotations

from narration.notation.words import phrases, said

COMMANDS = phrases(
    {
        "help": said("help", "aiuto", "ayuda"),
        "status": said("status", "stato", "estado"),
        "suggest": said("suggest", "suggerisci", "sugiere"),
        "map": said("map", "mappa", "mapa"),
        "history": said("history", "storia", "historia"),
        "press": said("press", "messaggio", "mensaje"),
        "vote": said("vote", "voto", "votar"),
        "absence": said("absence/away", "assenza/assente", "ausencia/ausente"),
        "whatif": said("whatif/what if", "ipotesi", "supuesto/hipótesis"),
    }
)
# Before a house and a colon: what its player may hand in, in a what-if.
ASSUMING = phrases({"assume": said("assume", "supponi/supponiamo", "supón/supongamos")})
# Those that are no command unless they stand alone on their line.
ALONE = frozenset({"help", "status", "map", "suggest"})
BALLOTS = phrases({"yes": said("yes", "sì/si", "sí"), "no": said("no")})
QUESTIONS = phrases(
    {
        "pause": said("pause", "pausa"),
        "resume": said("resume", "riprendi", "reanudar"),
        "extend": said("extend", "proroga", "prorrogar"),
        "replace": said("replace", "sostituisci", "sustituir"),
        "draw": said("draw", "patta", "tablas"),
        "end": said("finish", "termina", "terminar"),
    }
)
EVERYBODY = phrases({"public": said("all/everybody/everyone", "tutti", "todos")})
NAMELESS = phrases({"anonymous": said("anonymous/nameless", "anonimo", "anónimo")})
# Between two days, and between houses.
UNTIL = frozenset({"to", "until", "till", "al", "a", "fino", "hasta", "-"})
# A line of this word ends a letter to others.
OVER = phrases({"end": said("end/end press", "fine", "fin")})
