"""What the made-up people of the corpus write: sheets in Rookery's notation, and the email that they answer."""

from __future__ import annotations

LANGUAGES = ("en", "it", "es")
REPLY_TO = "reply+k7q2m9x4@play.example.org"

SHORT = {
    "en": "ORDERS lannisport M+1; stoney-sept M; harrenhal S\nMARCH lannisport > searoad-marches 1F\nREADY",
    "it": "ORDINI lannisport M+1; stoney-sept M; harrenhal S\nMARCIA lannisport > searoad-marches 1F\nPRONTO",
    "es": "ÓRDENES lannisport M+1; stoney-sept M; harrenhal S\nMARCHA lannisport > searoad-marches 1F\nLISTO",
}
# Longer than mail programs leave a line.
LONG = {
    "en": "ORDERS lannisport M+1; stoney-sept M; harrenhal S; riverrun D+1; the-golden-sound R; searoad-marches C\n"
    "MARCH lannisport > searoad-marches 1F + rest stoney-sept, token if searoad-marches is empty | stay\n"
    "BID throne 3; fiefs 2; court rest keep 2",
    "it": "ORDINI lannisport M+1; stoney-sept M; harrenhal S; riverrun D+1; the-golden-sound R; searoad-marches C\n"
    "MARCIA lannisport > searoad-marches 1F + rest stoney-sept, token se searoad-marches is empty | stay\n"
    "OFFERTE throne 3; fiefs 2; court rest keep 2",
    "es": "ÓRDENES lannisport M+1; stoney-sept M; harrenhal S; riverrun D+1; the-golden-sound R; searoad-marches C\n"
    "MARCHA lannisport > searoad-marches 1F + rest stoney-sept, token si searoad-marches is empty | stay\n"
    "PUJAS throne 3; fiefs 2; court rest keep 2",
}
# With lines that begin as quotations of other programs and signatures do, and emails beyond ASCII.
ODD = {
    "en": "# the lion’s plan – round 3\n"
    "CARD att v tyrell @highgarden: tywin, jaime\n| weakest if lead >= 3; never cersei\n"
    "SUPPORT harrenhal: me; stark v baratheon; nobody",
    "it": "# così si va – round 3\n"
    "CARTA att v tyrell @highgarden: tywin, jaime\n| weakest se lead >= 3; never cersei\n"
    "SUPPORTO harrenhal: me; stark v baratheon; nobody",
    "es": "# mañana será – ronda 3\n"
    "CARTA att v tyrell @highgarden: tywin, jaime\n| weakest si lead >= 3; never cersei\n"
    "APOYO harrenhal: me; stark v baratheon; nobody",
}
SHEETS = (SHORT, LONG, ODD)

GREETING = {
    "en": "Hello, here is what my house will do:",
    "it": "Ciao, ecco che cosa farà la mia casata:",
    "es": "Hola, esto es lo que hará mi casa:",
}
CLOSING = {"en": "Thanks, Ada", "it": "Grazie, Ada", "es": "Gracias, Ada"}

MAIL = {
    "en": """-- reply above this line --

Ravens over the Trident: orders for round 3

Orders are due on Saturday, 21 November 2026, 20:00.

CLEAR
ORDERS lannisport D; stoney-sept S; harrenhal D
MARCH lannisport > riverrun all
END

https://play.example.org/turns/7Qx2""",
    "it": """-- rispondi sopra questa riga --

Corvi sul Tridente: ordini del round 3

Gli ordini scadono sabato 21 novembre 2026 alle 20:00.

CLEAR
ORDINI lannisport D; stoney-sept S; harrenhal D
MARCIA lannisport > riverrun all
FINE

https://play.example.org/turns/7Qx2""",
    "es": """-- responde encima de esta línea --

Cuervos sobre el Tridente: órdenes de la ronda 3

Las órdenes vencen el sábado 21 de noviembre de 2026 a las 20:00.

CLEAR
ÓRDENES lannisport D; stoney-sept S; harrenhal D
MARCHA lannisport > riverrun all
FIN

https://play.example.org/turns/7Qx2""",
}
# The same as some of our emails are: without the line above which answers stand.
UNMARKED = {language: text.partition("\n\n")[2] for language, text in MAIL.items()}
SUBJECT = {
    "en": "Ravens over the Trident: orders for round 3",
    "it": "Corvi sul Tridente: ordini del round 3",
    "es": "Cuervos sobre el Tridente: órdenes de la ronda 3",
}
