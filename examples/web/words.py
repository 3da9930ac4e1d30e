"""What the server says of its own accord, in English and Turkish."""

from collections.abc import Mapping
from typing import Final

from pisti.rules import Language

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "too long": (
        "A message has at most {n} bytes.",
        "Bir ileti en çok {n} bayt olabilir.",
    ),
    "not text": ("A message is text.", "İleti metin olmalı."),
    "not JSON": ("A message is a JSON object.", "İleti bir JSON nesnesi olmalı."),
    "unknown": ("There is no such message.", "Böyle bir ileti yok."),
    "not a move": (
        "A move names a card and the moment.",
        "Hamlede kart ve an bulunmalı.",
    ),
    "stale": (
        "The table has moved on since: every turn is played once.",
        "Oyun bu arada ilerledi; bu hamle artık geçersiz.",
    ),
    "watching": ("Spectators do not play.", "Seyirciler oynamaz."),
    "not begun": ("The game has not begun.", "Oyun başlamadı."),
    "no undo": ("There is nothing to take back.", "Geri alınacak kart yok."),
    "not over": ("The hand is not over.", "El bitmedi."),
    "full": ("All seats are taken.", "Bütün yerler dolu."),
    "no table": ("There is no such table.", "Böyle bir masa yok."),
    "no preset": ("There is no such game.", "Böyle bir oyun yok."),
    "too many": ("There are too many tables.", "Boş masa kalmadı."),
    "not saved": (
        "This could not be saved; the table is as it was before.",
        "Kaydedilemedi; masa önceki hâline döndü.",
    ),
    "soon back": (
        "They have only just left: wait {n} seconds.",
        "Daha yeni ayrıldı, {n} saniye bekleyin.",
    ),
    "wants undo": (
        "{who} would take the last card back.",
        "{who} son kartı geri almak istiyor.",
    ),
    "undone": ("The last card was taken back.", "Son kart geri alındı."),
    "wants next": ("{who} is ready to go on.", "{who} devam etmeye hazır."),
    "wants stand in": (
        "{who} would let a program play for whoever is away.",
        "{who}, ayrılanın yerine bilgisayarın oynamasını istiyor.",
    ),
    "stands in": (
        "A program plays for {who} until they are back.",
        "{who} dönene kadar yerine bilgisayar oynuyor.",
    ),
    "all here": ("Everybody is here.", "Herkes burada."),
    "sat down": ("{who} sat down.", "{who} masaya oturdu."),
}


def say(key: str, lang: Language, **nouns: object) -> str:
    """Say something."""
    english, turkish = WORDS[key]
    return (turkish if lang == "tr" else english).format(**nouns)
