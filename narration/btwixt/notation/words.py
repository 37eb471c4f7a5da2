"""Words of the notation that stand for wishes, for what cards ask, and for parts of a sheet, in three languages."""

from __future__ import annotations

from narration.notation.words import said

_LOW = {
    "lowest": said("lowest/lowest card", "più-bassa/bassa/più bassa/più basso", "más-baja/baja/más baja/más bajo"),
    "highest": said("highest/highest card", "più-alta/alta/più alta/più alto", "más-alta/alta/más alta/más alto"),
}
_SORTS = {
    **_LOW,
    "red": said("red/red card", "rossa/rosse/rosso", "roja/rojas/rojo"),
    "green": said("green/green card", "verde/verdi", "verde/verdes"),
    "purple": said("purple/purple card", "viola", "morada/moradas/morado"),
    "event": said("event/events", "evento/eventi", "evento/eventos"),
    "own": said("own/own card/leader card", "propria/proprie/di un leader", "propia/propias/de un líder"),
}
_MINE = {
    "mine": said("mine/my own/my", "mia/mie/mio/miei", "mía/mías/mío/míos"),
    "not-mine": said("not-mine/of others/others/theirs", "altrui/di altri/degli altri", "ajena/ajeno/ajenas/ajenos"),
}
BID = {
    **_SORTS,
    "enough": said("enough", "quanto-basta/basta/quanto basta", "suficiente/lo suficiente/bastante"),
    "stay": said("stay/stay in", "resta/resto/resta in gioco", "sigue/sigo/seguir"),
}
CARDS = {**_SORTS, **_MINE}
KEPT = _SORTS
COUNCILS = {
    "left": said(
        "left/left council/my left/my left council",
        "sinistra/sinistro/concilio di sinistra",
        "izquierda/izquierdo/consejo de la izquierda",
    ),
    "right": said(
        "right/right council/my right/my right council",
        "destra/destro/concilio di destra",
        "derecha/derecho/consejo de la derecha",
    ),
    "weaker": said(
        "weaker/weaker council/my weaker/my weaker council",
        "mio-più-debole/il mio più debole/il mio concilio più debole",
        "mío-más-débil/el mío más débil/mi consejo más débil",
    ),
    "stronger": said(
        "stronger/stronger council/my stronger/my stronger council",
        "mio-più-forte/il mio più forte/il mio concilio più forte",
        "mío-más-fuerte/el mío más fuerte/mi consejo más fuerte",
    ),
    **_MINE,
    "weakest": said("weakest/weakest council", "più-debole/concilio più debole", "más-débil/consejo más débil"),
    "strongest": said("strongest/strongest council", "più-forte/concilio più forte", "más-fuerte/consejo más fuerte"),
    "more-tokens": said("more-tokens/most tokens", "più-segnalini", "más-fichas"),
    "fewer-tokens": said("fewer-tokens/fewest tokens/less tokens", "meno-segnalini", "menos-fichas"),
    "more-allies": said("more-allies/most allies", "più-alleati", "más-aliados"),
    "fewer-allies": said("fewer-allies/fewest allies/less allies", "meno-alleati", "menos-aliados"),
    "claimed": said(
        "claimed/claimed council/where claimed",
        "dov'è-andato/dov'è andato l'alleato",
        "adonde-fue/adonde fue el aliado",
    ),
}
LEADERS = {
    "left": said(
        "left/left neighbour/left neighbor/my left/my left neighbour/my left neighbor/neighbour on the left",
        "sinistra/vicino di sinistra/vicina di sinistra",
        "izquierda/vecino de la izquierda/vecina de la izquierda",
    ),
    "right": said(
        "right/right neighbour/right neighbor/my right/my right neighbour/my right neighbor/neighbour on the right",
        "destra/vicino di destra/vicina di destra",
        "derecha/vecino de la derecha/vecina de la derecha",
    ),
    "leader": said("leader/leading/whoever leads", "in-testa/chi è in testa", "en-cabeza/quien va en cabeza"),
    "winner": said("winner/whoever won", "vincitore/vincitrice/chi ha vinto", "ganador/ganadora/quien ha ganado"),
    "first-player": said("first-player", "primo-giocatore", "jugador-inicial/primer jugador"),
    "strongest": said("strongest", "più-forte", "más-fuerte"),
    "weakest": said("weakest", "più-debole", "más-débil"),
    "most-cards": said("most-cards", "più-carte", "más-cartas"),
    "fewest-cards": said("fewest-cards/fewer cards", "meno-carte", "menos-cartas"),
    "largest-pile": said("largest-pile/biggest pile", "pila-più-grande", "pila-más-grande/pila mayor"),
    "standing": said("standing/whoever stands", "in-piedi/chi è in piedi", "en-pie/quien sigue en pie"),
    "kneeling": said("kneeling/whoever kneels", "in-ginocchio/inginocchiati", "de-rodillas/arrodillados"),
}
ALLIES = {
    "lowest": said("lowest/weakest", "più-debole/più bassa/più basso", "más-débil/más baja/más bajo"),
    "highest": said("highest/strongest", "più-forte/più alta/più alto", "más-fuerte/más alta/más alto"),
    **_MINE,
}
ARRANGED = {word: ALLIES[word] for word in ("lowest", "highest")}

_LOOK = said("look/look at", "guarda/guardare", "mira/mirar")
USED = {
    "councils": {
        "claim": said("claim/claims", "conquista/vinto", "reclama/ganado"),
        "place": said("place/placed", "colloca/piazza", "coloca"),
        "token": said("token/tokens/gain token", "segnalino/segnalini", "ficha/fichas"),
        "vote": said("vote/votes", "vota/voto", "vota/voto"),
        "take-token": said("take-token", "prendi-segnalino", "toma-ficha"),
        "put-token": said("put-token", "metti-segnalino/sposta segnalino", "pon-ficha/mueve ficha"),
        "return-token": said("return-token", "rendi-segnalino", "devuelve-ficha"),
        "move-ally": said("move-ally", "sposta-alleato", "mueve-aliado"),
        "look": _LOOK,
    },
    "leaders": {
        "kneel": said("kneel/kneels", "inginocchia/si inginocchia", "arrodilla/se arrodilla"),
        "take-card": said("take-card", "prendi-carta", "toma-carta"),
        "give-card": said("give-card", "cedi-carta", "entrega-carta"),
        "move-here": said("move-here", "sposta-qui/sposta a", "mueve-aquí/mueve a"),
        "discard-card": said("discard-card", "scarta-carta", "descarta-carta"),
        "draw": said("draw/draws", "pesca", "roba"),
        "look": _LOOK,
    },
    "cards": {
        "move": said("move/moves", "sposta", "mueve"),
        "return": said("return/returns", "riprendi/riprende", "recupera"),
        "discard": said("discard/discards", "scarta", "descarta"),
        "give": said("give/gives", "cedi/cede", "entrega"),
        "take": said("take/takes", "prendi/prende", "toma"),
    },
    "allies": {
        "kill": said("kill/kills", "uccidi/uccide", "mata"),
        "move": said("move/moves", "sposta", "mueve"),
        "add": said("add/adds/revive", "riporta/aggiungi", "devuelve/añade"),
    },
}
YES_NO = {
    True: said("yes/use/use it", "sì/usala", "sí/úsala"),
    False: said("no/not/do not use it/nothing/none", "no/niente", "no/nada"),
}
KINDS = {
    "bid": said("bid/bids/bidding", "asta/offerte/programma", "puja/pujas/programa"),
    "councils": said("councils/council", "concili/concilio", "consejos/consejo"),
    "leaders": said("leaders/leader", "i-leader/i leader", "líderes/líder"),
    "cards": said("cards/card", "carte/carta", "cartas/carta"),
    "allies": said("allies/ally", "alleati/alleato", "aliados/aliado"),
    "abilities": said("abilities/ability/use", "abilità", "capacidades/capacidad"),
    "arrange": said("arrange/next allies", "prossimi-alleati/disponi", "próximos-aliados/dispón"),
    "keep": said("keep/draft", "draft/tieni", "draft/conserva"),
    "order": said("order", "ordine", "orden"),
    "keep-card": said("keep-card", "carta-tenuta", "carta-conservada"),
    "play-or-kneel": said("play-or-kneel", "gioca-o-inginocchia", "juega-o-arrodilla"),
    "use-ability": said("use-ability", "abilità-usata", "capacidad-usada"),
    "choose-leader": said("choose-leader", "leader-scelto", "líder-elegido"),
    "choose-card": said("choose-card", "carta-scelta", "carta-elegida"),
    "choose-ally": said("choose-ally", "alleato-scelto", "aliado-elegido"),
    "choose-council": said("choose-council", "concilio-scelto", "consejo-elegido"),
    "arrange-top": said("arrange-top", "ordine-prossimi-alleati", "orden-próximos-aliados"),
    "order-abilities": said("order-abilities", "ordine-abilità", "orden-capacidades"),
}
# Beginnings of words that speak of bids, cards and councils.
VOCABULARY = {
    "order": said(
        "bid/kneel/play/claim/discard", "inginocch/gioc/offr/offert/scart", "arrodill/jueg/jugar/puj/reclam/descart"
    ),
    "place": said("council", "concili", "consej"),
}
