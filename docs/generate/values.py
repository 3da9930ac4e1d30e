"""The values of options in words."""

from pisti import Language, Variant, describe_option

NOT_APPLYING = "—"


def value_of(variant: Variant, option: str, lang: Language) -> str:
    """Say what an option of a table is, if it matters there."""
    closed = variant.layout_face_up == 1
    matters = {
        "direction": variant.players > 2,  # noqa: PLR2004
        "opening_jack": closed,
        "hidden_seen_by": closed,
        "pisti_on_first_play": closed,
        "layout_redeal": not closed,
        "target": variant.target is not None,
        "hands": variant.hands is not None,
    }
    if not matters.get(option, True):
        return NOT_APPLYING
    return describe_option(variant, option, lang)
