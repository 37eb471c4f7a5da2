"""Words of the notation that stand for what a field may hold, in three languages."""

from __future__ import annotations

from narration.notation.words import said

ME = said("me/mine/my/myself", "io/mio/me/me stesso/me stessa", "yo/mí/mío/mí mismo/mí misma")
NOBODY = said("nobody/no one", "nessuno", "nadie")
OPPONENT = said("opponent", "avversario", "adversario")
ATTACKER = said(
    "attacker/att/attacking/attack/in attack/when attacking",
    "attaccante/attacco/in attacco",
    "atacante/ataque/en ataque",
)
DEFENDER = said(
    "defender/def/defending/defend/defence/defense/in defence/in defense/when defending",
    "difensore/difesa/in difesa",
    "defensor/defensa/en defensa",
)

LADDER = {
    "strongest": said("strongest", "più forte/fortissima", "más fuerte"),
    "weakest": said("weakest", "più debole", "más débil"),
}
WEIGHED = {
    **LADDER,
    "enough": said("enough", "quanto basta/basta", "suficiente"),
    "likely": said("likely", "probabile", "probable"),
    "best": said("best", "migliore", "mejor"),
}
SIDES = {
    "me": ME,
    "nobody": said("nobody/no one/none/nothing", "nessuno/niente", "nadie/ninguno/nada"),
    "attacker": ATTACKER,
    "defender": DEFENDER,
    "whoever": said("whoever/who/anyone/anybody", "chiunque/chi", "quien/quienquiera"),
}
ANY_TARGET = {"any": said("any/anything/any order/any orders", "qualunque/qualsiasi", "cualquiera/cualquier orden")}
REFUGES = {
    "home": said("home/homewards", "casa/a casa/verso casa", "casa/a casa/hacia casa"),
    "safest": said(
        "safest/the safest/safest area/safest place", "più sicura/la più sicura/più sicuro", "más segura/la más segura"
    ),
}
ROLES = {"any": said("any role", "ogni ruolo", "cualquier papel"), "attacker": ATTACKER, "defender": DEFENDER}
ANY_OF = {
    "any-settlement": said(
        "any-settlement/any settlements", "ogni insediamento/insediamenti", "cualquier asentamiento"
    ),
    "any-barrel": said("any-barrel/any barrels", "ogni barile/barili", "cualquier barril"),
    "any-crown": said("any-crown/any crowns", "ogni corona/corone", "cualquier corona"),
    "any-land": said("any-land", "ogni terra", "cualquier tierra"),
    "any-sea": said("any-sea", "ogni mare", "cualquier mar"),
}
# With these begin wishes for marches.
WISHED = said(
    "take/takes/attack/conquer/prefer/prefers/never/never enter/never leave/stay out of/keep/keep out of/hold/holds",
    "prendi/conquista/attacca/preferisci/mai/mai in/non/non entrare in/non lasciare/tieni/difendi",
    "toma/conquista/ataca/prefiere/nunca/nunca en/no/no entres en/no dejes/deja/mantén/defiende",
)
TOKEN = {
    "if-possible": said("if possible/possible", "se possibile", "si es posible"),
    "must": said("must", "obbligatorio", "obligatorio"),
    "never": said("never", "mai", "nunca"),
}
ALL = said("all/everything/everyone/everybody", "tutti/tutte/tutto", "todos/todas/todo")
REST = said("rest", "resto/il resto", "resto/el resto")
BLADE = {
    "always": said("always/yes", "sempre/sì", "siempre/sí"),
    "never": said("never/no", "mai", "nunca"),
    "if-decisive": said(
        "decisive/if decisive/if needed/if it decides/only if needed/only if decisive/only if it decides/if necessary/"
        "only if necessary",
        "decisiva/se decisiva/se serve/solo se serve/solo se decisiva/se necessario/solo se necessario",
        "decisiva/si es decisiva/si hace falta/solo si hace falta/solo si es decisiva/si es necesario",
    ),
}
YES_NO = {True: said("yes/use", "sì", "sí"), False: said("no/not", "no", "no")}
LIKINGS = {
    "cheapest": said("cheapest", "più economica/economica", "más barata/barata"),
    "dearest": said("dearest", "più cara/cara", "más cara"),
    "farthest-from-home": said("farthest-from-home/farthest", "più lontana/lontana", "más lejana/lejana"),
    "nearest-home": said("nearest-home/nearest", "più vicina/vicina", "más cercana/cercana"),
    "smallest-army": said("smallest-army/smallest", "armata più piccola", "ejército menor"),
    "largest-army": said("largest-army/largest", "armata più grande", "ejército mayor"),
    "routed": said("routed", "rotta/in-rotta", "derrotada"),
    "standing": said("unrouted/standing units", "intatta/in-piedi", "firme/en-pie"),
}
WATCH = said(
    "wildlings/watch/the watch/night's watch/the night's watch",
    "bruti/guardia/guardia della notte",
    "salvajes/guardia/guardia de la noche",
)
HOW = {
    "exactly": said("exactly", "esattamente", "exactamente"),
    "up-to": said("upto/up to/at most/max/maximum", "fino a/al massimo/max", "hasta/como máximo/max"),
    "all": ALL,
    "rest": REST,
}
WITHOUT = said("none/no order/nothing", "nessuno/niente", "ninguno/nada")
STAYS = said("stays/stay/stays put", "resta/rimane", "queda/se queda")
PASS = said("pass", "passa/passo", "pasar/paso")
DECLINE = said("decline", "rinuncia/rifiuta", "renuncia/rechaza")
# Choices that are neither names nor numbers, by their ids; without words of their own those are typed.
CHOICES = {
    "decline": DECLINE,
    "nothing": said("nothing", "niente", "nada"),
    "pay": said("pay", "paga", "paga/pagar"),
    "send-back": said("send-back", "rimanda", "devuelve/devolver"),
    "play-another": said("play-another", "gioca un'altra", "juega otra"),
    "destroy-dragon": said("destroy-dragon/give up a dragon", "rinuncia a un drago", "entrega un dragón"),
    "return-dragon": said("return-dragon", "riporta un drago", "devuelve un dragón"),
    "cancel": said("cancel", "annulla", "anula/anular"),
    "allow": said("allow", "permetti", "permite/permitir"),
    "units": said("units", "unità", "unidades"),
    "places": said("places", "posizioni", "puestos"),
    "bottom": said("bottom/under the deck/under it", "in fondo/fondo", "al fondo/fondo"),
    "top": said("top/on top", "in cima/cima", "encima/arriba"),
    "refuse": said("refuse", "respingi", "rehúsa"),
    "accept": said("accept", "accetta", "acepta/aceptar"),
    "redraw": said("redraw/draw again", "pesca ancora", "roba otra"),
    "keep": said("keep", "tieni", "conserva"),
    "take": said("take", "prendi", "toma"),
    "take-back": said("take-back/take it back", "riprendi", "recupera"),
    "remove": said("remove", "togli", "quita"),
    "barrel": said("barrel", "barile", "barril"),
    "crown": said("crown", "corona", "corona"),
    "up": said("up", "su", "sube"),
    "down": said("down", "giù", "baja"),
    "take-power": said("take-power", "prendi potere", "toma poder"),
    "use": said("use", "usa", "usa"),
}
ASKING = {
    "port": said("port", "porto", "puerto"),
    "messenger-raven": said("messenger-raven/raven", "corvo messaggero/corvo", "cuervo mensajero/cuervo"),
    "valyrian-blade": said("valyrian-blade/blade", "lama di valyria/lama", "espada valyria/espada"),
    "support": said("support", "supporto", "apoyo"),
    "consolidate-power": said("consolidate-power", "consolidamento", "consolidar"),
    "tactics": said("tactics", "tattiche", "tácticas"),
    "activate": said("activate", "attiva", "activar"),
    "hostage": said("hostage", "ostaggio", "rehén"),
    "negotiation": said("negotiation", "trattativa", "negociación"),
}
PARTS = {
    "orders": said("orders", "ordini", "órdenes"),
    "raven": said("raven", "corvo", "cuervo"),
    "raids": said("raids", "incursioni", "incursiones"),
    "marches": said("marches", "marce", "marchas"),
    "support": said("support", "supporto", "apoyo"),
    "cards": said("cards", "carte", "cartas"),
    "blade": said("blade", "lama", "espada"),
    "retreat": said("retreat/retreats", "ritirata/ritirate", "retirada/retiradas"),
    "losses": said("losses", "perdite", "pérdidas"),
    "bids": said("bids", "offerte", "pujas"),
    "ties": said("ties", "pareggi", "empates"),
    "muster": said("muster/musters", "arruolamento/arruolamenti", "reclutamiento/reclutamientos"),
    "texts": said("texts", "testi", "textos"),
    "choices": said("choices", "scelte", "elecciones"),
    "loans": said("loans", "prestiti", "préstamos"),
    "vassals": said("vassals", "vassalli", "vasallos"),
    "troops": said("troops", "truppe", "tropas"),
    "hostages": said("hostages", "ostaggi", "rehenes"),
}
# Whom a bot may attack, besides houses by name.
FOES = {
    "anybody": said("anybody/anyone/everybody/everyone/all", "chiunque/tutti", "cualquiera/todos"),
    "nobody": said("nobody/no one", "nessuno", "nadie"),
    "attackers": said(
        "attackers/who attacked me/whoever attacked me",
        "aggressori/chi mi ha attaccato",
        "atacantes/quien me atacó/quien me haya atacado",
    ),
}
# Beginnings of words that speak of orders, units and auctions.
VOCABULARY = {
    "order": said(
        "march/raid/support/defen/consolid/attack/invad/invas/assault/muster/retreat/conquer",
        "marci/razzi/incurs/appogg/difen/difes/attacc/assalt/arruol/ritir/conquist",
        "saque/apoy/ataca/ataqu/asalt/reclut/retir/retroced",
    ),
    "unit": said(
        "footm/knight/ship/siege/unit/army/armies/fleet/troop/soldier",
        "fante/fanti/cavalier/nave/navi/assedi/armat/esercit/flott/trupp",
        "soldad/caballer/barco/asedi/ejercit/flota/tropa",
    ),
    "track": said(
        "watch/throne/fief/court/bid/wildling/power",
        "guardia/trono/feud/corte/offr/offert/bruti/poter",
        "puj/salvaj/poder",
    ),
}
