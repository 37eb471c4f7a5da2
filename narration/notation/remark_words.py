"""Words with which people take back, doubt or bend what they have written, and those that are only polite."""

from __future__ import annotations

import re
from functools import lru_cache

from narration.notation.words import Phrases, phrases, said


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Wherever they stand in a line, whatever its length, what is written beside it is not meant, or not yet.
DISOWNS = phrases(
    {
        "": said(
            "disregard/undo/delete/typo/a test/only testing/just testing/hypothetically/hypothetical/"
            "to be confirmed/tbc/will confirm/ill confirm/confirm later/an example/a joke/nonsense/"
            "of course not/is wrong/was wrong/are wrong/were wrong/error above/mistake above/wrong above/"
            "not what i/not what id/too much/too many/too high/too low/not enough/take that/take this/"
            "subject to/depends on/depending on/on condition/as long as/as soon as/in case/provided/assuming/"
            "supposing/wrong order/wrong orders/wrong area/wrong number/wrong mail/wrong line/what id do/"
            "i would do/if i were/in your place/in your shoes/thought experiment/see below/see above/not valid/"
            "no longer valid/doesnt count/does not count/dont count/do not count/should have been/should be/"
            "should read/shouldve been/ought to be/was meant/were meant/id prefer/i prefer/id rather/prefer to/"
            "the opposite/the reverse/other way/old orders/old one/is old/forget about/changed it/"
            "i changed/first line/second line/last line/line above/lines above/first one/second one/last one/give me a/"
            "give me an/give me until/the old ones/last rounds/last turns/dont send/do not send/dont use/do not use/"
            "dont take/do not take/withdraw/retract/revoke/oh wait/wait no/confused/mixed up/goes for/"
            "same goes/only what i/only what id/hang on/correction",
            "refuso/errore/una prova/solo una prova/ipoteticamente/per ipotesi/da confermare/confermo dopo/"
            "confermo domani/un esempio/sciocchezza/sciocchezze/sbagliato/sbagliata/sbagliati/sbagliate/"
            "sbagliavo/mi sono sbagliato/mi sono sbagliata/ho scritto male/non basta/dipende da/purche/"
            "non appena/a patto che/a condizione/nel caso/ammesso che/posto che/supponendo/non vale/"
            "non valgono/doveva essere/dovevano essere/deve essere/dovrebbe essere/preferisco/preferirei/"
            "il contrario/vecchi ordini/del round scorso/dello scorso round/del turno scorso/se fossi/"
            "ritiro tutto/ritiro quello/cancella tutto/cancella questo/annulla/annullo/togli/come non scritto/"
            "per scherzo/uno scherzo/ci ripenso/ho confuso/vale anche per/ci ho ripensato/ho cambiato/"
            "datemi un/dammi un/prima riga/seconda riga/ultima riga/riga sopra/la prima/la seconda/"
            "ho ripensato/non usare/non usate/un attimo/cosi no",
            "errata/error/erratum/una prueba/solo una prueba/hipoteticamente/por confirmar/confirmo luego/"
            "confirmo manana/un ejemplo/tonteria/tonterias/esta mal/estaba mal/equivocado/equivocada/equivoque/"
            "no basta/depende de/siempre que/en cuanto/con tal de/a condicion/en caso de/suponiendo/no vale/"
            "no valen/debia ser/debian ser/deberia ser/tendria que ser/tenia que ser/prefiero/preferiria/"
            "lo contrario/ordenes antiguas/de la ronda pasada/del turno pasado/si fuera/borralo/borra eso/"
            "borra esto/anula/anulo/quita/retiro la/retiro lo/de broma/una broma/lo he pensado/he confundido/"
            "confundi/vale tambien para/he cambiado/dadme un/dame un/primera linea/segunda linea/ultima linea/"
            "linea de arriba/la primera/la segunda/no uses/no useis/un momento/me retracto",
        )
    }
)
# In a short line that is not polite alone each of these points at what stands beside it, or wants something else.
WAVERING = _words(
    """above below too forget expensive dear plenty old minus stronger weaker strongest weakest higher highest
    lowest left second one ones other others another both same opposite less more fewer half double twice
    nothing everything zero none many enough much max most least wrong error mistake kidding joke test draft
    example confirm remove drop skip lower raise swap exchange reverse stay stays halt hold later tomorrow
    tonight next once until till unless if provided depends nah nope no not never hmm hm er erm ehm lol would
    could maybe perhaps might prefer better rather instead nobody anybody special star token make put leave keep
    save only without except again changed change soon pending dont doesnt didnt wont isnt wasnt arent cant
    costa caro cara vecchia vecchio vecchi ne massimo minimo almeno tengo debole forte prima seconda ultima
    primo secondo sopra sotto altro altra altri altre entrambi entrambe stesso stessa meno piu meta doppio
    niente nulla tutto tutti nessuno basta bastano errore sbaglio scherzo prova bozza esempio togli leva abbassa
    alza scambia resta restano fermo fermi domani stasera troppo troppi troppa troppe chiunque prossimo prossima
    appena finche se non mai anzi boh mah forse magari direi meglio piuttosto invece sarebbe sarebbero stella
    segnalino metti mettici mettiamo facciamo fai lascia lasciamo tieni solo senza tranne ancora cambio cambia
    cambiato viejo vieja viejos viejas ni maximo guardo debil fuerte primera segunda primero segundo arriba
    abajo otro otra otros otras ambos ambas mismo misma menos mas mitad doble nada todo todos cero ninguno fallo
    broma prueba borrador ejemplo quita baja sube intercambia quedan quieto manana proxima proximo hasta
    demasiado demasiados demasiada demasiadas nadie nunca quiza quizas diria mejor sino seria serian estrella
    ficha pon ponme pongamos sean deja dejamos guarda sin salvo excepto aun mal"""
)
# Beside a house these say whose, or what of, is written beside them: "these are for Lannister".
POINTING = _words(
    """that thats this it its these those them they him her is are was were what say says said sends wants
    questo questa questi queste quello quella quelli quelle lui lei loro sono era erano cio dice dicono ha vuole
    eso esto ese esa esos esas este esta estos estas ellos ella son fue eran dicen quiere"""
)
# With these people speak of somebody, and so of a card.
PERSONS = _words("he him she her lui lei gli ella el le")
# Lines with these are polite, as long as nothing in them disowns or speaks of the game.
KINDLY = _words(
    """thanks thank thx ty cheers regards greetings wishes luck lucky fun enjoy enjoyed hope hoping game games
    friends guys folks weekend evening morning afternoon monday tuesday wednesday thursday friday saturday
    sunday delay late welcome hello hi hey bye goodbye hugs kisses love lovely sorry happy glad sent phone
    iphone android patience waiting best see care talk speak weather rain raining grazie saluti saluto ciao
    fortuna divertimento divertente buon buona buono buone buoni bella bello spero speriamo partita partite
    ragazzi ragazze lunedi martedi mercoledi giovedi venerdi sabato domenica ritardo scusa scusate baci
    abbraccio abbracci presto inviato pazienza piove auguri vediamo sentiamo vedremo gracias saludos saludo
    suerte hola abrazo abrazos buen buena bueno buenas buenos espero esperemos partida partidas chicos chicas
    lunes martes miercoles jueves viernes sabado domingo retraso perdon disculpad besos enviado paciencia llueve
    hermosa gusto hablamos vemos veremos"""
)
# Beside READY these say that more is to come, or that the turn is not to close.
UNFINISHED = phrases(
    {
        "": said(
            "will send/ill send/ill add/will add/will follow/follow later/follows later/follow tonight/"
            "follow tomorrow/to follow/more to come/the rest later/rest later/not finished/not done/"
            "not complete/incomplete/wait for/wait until/wait till/please wait/hold the turn/hold on/hold off/"
            "hold it/please hold/dont close/do not close/need time/more time/another day/not all/still missing/"
            "still need/still have to/not decided/undecided/tomorrow i/when everybody/when everyone/"
            "let me know/what do you think/may still/might still/still thinking/have to think/need to think/"
            "get back to you/almost ready/nearly ready/may send/might send/will change/ill change/not sure",
            "mando dopo/mando domani/mando stasera/mandero/vi mando/ti mando/seguono/arrivano dopo/arriva dopo/"
            "il resto dopo/il resto domani/non ho finito/non finito/incompleto/manca ancora/mancano ancora/"
            "aspetta il/aspetta la/aspetta che/aspettate/attendete/non chiudere/non chiudete/piu tempo/"
            "altro giorno/devo ancora/non ho deciso/devo pensarci/ci penso/fammi sapere/fatemi sapere/"
            "che ne dici/che ne dite/che ne pensi/quasi pronto/quasi pronta",
            "mando luego/mando manana/enviare/os mando/te mando/mandare/siguen luego/el resto luego/"
            "el resto manana/no he terminado/incompleto/falta aun/faltan aun/falta todavia/faltan todavia/"
            "aun falta/todavia falta/aun faltan/esperad/espera a/espera mi/espera que/no cierres/no cerreis/"
            "mas tiempo/otro dia/aun tengo que/todavia tengo que/no he decidido/tengo que pensar/me lo pienso/"
            "dime que/que te parece/que os parece/que opinas/casi listo/casi lista",
        )
    }
)
# Numbers in words, and others for how much: beside numbers they name another.
NUMBERS = _words(
    """two three four five six seven eight nine ten zero half double twice due tre quattro cinque sette otto
    nove dieci meta doppio dos tres cuatro cinco seis siete ocho nueve diez cero mitad doble"""
)
AMOUNTS = NUMBERS | _words(
    """one less more fewer nothing everything all none max lower raise enough much many uno meno piu niente
    nulla tutto troppo troppi basta bastano sei menos mas nada todo demasiado bastan"""
)
# Behind a number: it counts time.
TIMES = _words(
    """second seconds minute minutes hour hours day days week weeks month months year years am pm secondi minuti
    minuto ora ore giorno giorni settimana settimane mese mesi anno anni segundos minutos hora horas dia dias
    semana semanas mes meses ano anos"""
)


@lru_cache(maxsize=32)
def _pattern(table: Phrases[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, table.known))})(?!\S)")


def has(table: Phrases[str], text: str) -> bool:
    """Whether a plain text has one of these phrases in it, whole."""
    return _pattern(table).search(text) is not None
