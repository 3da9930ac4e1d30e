"""Turkish endings and letters, by the rules of vowel harmony."""

_ECHOES = {
    **dict.fromkeys("aı", "ı"),
    **dict.fromkeys("ei", "i"),
    **dict.fromkeys("ou", "u"),
    **dict.fromkeys("öü", "ü"),
}


def _last_vowel(word: str) -> str:
    return next(letter for letter in reversed(word) if letter in _ECHOES)


def possessive(word: str) -> str:
    """Give what belongs to something: as, ası; ikili, ikilisi."""
    joint = "s" if word[-1] in _ECHOES else ""
    return word + joint + _ECHOES[_last_vowel(word)]


def accusative(owned: str) -> str:
    """Give the object of a verb, of a word in the possessive: valesini."""
    return f"{owned}n{_ECHOES[_last_vowel(owned)]}"


def instrumental(owned: str) -> str:
    """Give what something is done with, of a word in the possessive: valesiyle."""
    return f"{owned}yl{'a' if _last_vowel(owned) in 'aıou' else 'e'}"


def capitalized(sentence: str) -> str:
    """Begin a sentence with a capital letter, dotted İ and dotless I told apart."""
    first = sentence[:1]
    return ("İ" if first == "i" else first.upper()) + sentence[1:]
