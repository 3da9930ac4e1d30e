"""The rulebook's data: every rule, source and preset is complete and consistent."""

import re
import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest

import pisti
from pisti import VARIANTS, Rule, Variant, VariantError, preset_sources

TESTS = Path(__file__).parent
DATA = Path(pisti.__file__).parent / "data"


def load(name: str) -> dict[str, Any]:
    """Read a data file of the package without the package's own reader."""
    return tomllib.loads((DATA / name).read_text("utf-8"))


RULES = load("rules.toml")
SOURCES = load("sources.toml")
PRESETS = load("presets.toml")


def test_members_and_paragraphs_are_the_same() -> None:
    """Every paragraph is a member of the enum, in the same order."""
    assert [rule.id for rule in Rule] == list(RULES)


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.id)
def test_rule_is_complete(rule: Rule) -> None:
    """A rule has a title and one sentence in both languages, and its sources."""
    for lang in ("en", "tr"):
        title, text = rule.title(lang), rule.text(lang)
        assert title == RULES[rule.id]["title"][lang]
        assert text == RULES[rule.id]["text"][lang]
        assert title
        assert not title.endswith(".")
        assert text.endswith(".")
        assert text[0] == text[0].upper() or text[0] in "İI"
        # One sentence: no full stop but the last, ordinals such as "48." apart.
        assert not re.search(r"[^\d]\. ", text)
    assert rule.text("en") != rule.text("tr")
    assert rule.sources == tuple(RULES[rule.id]["sources"])
    assert rule.sources
    assert set(rule.sources) <= {*SOURCES, "ruling"}


def test_rule_by_number() -> None:
    """A rule can be looked up by its number."""
    assert Rule("5.6") is Rule.LONE_CARD
    assert Rule.LONE_CARD.id == "5.6"
    assert Rule("5.6").title() == "Exactly one card"
    assert Rule("5.6").address() == "rules/#r5-6"
    assert Rule("3.12").address("tr") == "kurallar/#k3-12"


@pytest.mark.parametrize("read", [Rule.title, Rule.text, Rule.address])
def test_unknown_language(read: Any) -> None:
    """Rules are in English and Turkish only."""
    with pytest.raises(ValueError, match="'de'"):
        read(Rule.PISTI, "de")


def test_every_source_is_used_and_named() -> None:
    """No source is listed for nothing, and each has a title."""
    used = {key for rule in Rule for key in rule.sources}
    used |= {
        key for name in VARIANTS for keys in PRESETS[name].values() for key in keys
    }

    assert used - {"ruling"} == set(SOURCES)
    assert all(source["title"] for source in SOURCES.values())


@pytest.mark.parametrize("name", VARIANTS)
def test_every_field_of_a_preset_is_sourced_or_ruled(name: str) -> None:
    """Each option of each preset says where it comes from."""
    sources = preset_sources(name)

    assert list(sources) == [field.name for field in attrs.fields(Variant)]
    for option, keys in sources.items():
        assert keys, option
        assert set(keys) <= {*SOURCES, "ruling"}, option


def test_presets_are_named_after_their_constants() -> None:
    """A preset's name is its constant's, in lower case with hyphens."""
    assert set(PRESETS) == set(VARIANTS)
    assert len(VARIANTS) == 9
    for name, variant in VARIANTS.items():
        assert getattr(pisti, name.upper().replace("-", "_")) is variant


def test_unknown_preset() -> None:
    """Asking for the sources of no preset is refused."""
    with pytest.raises(VariantError, match="'klasik'"):
        preset_sources("klasik")


@pytest.mark.parametrize("field", attrs.fields(Variant), ids=lambda field: field.name)
def test_every_option_names_its_rule(field: "attrs.Attribute[Any]") -> None:
    """The metadata of each option of a variant holds a rule."""
    assert isinstance(field.metadata["rule"], Rule)


def test_every_rule_has_tests_that_carry_its_number() -> None:
    """Each rule's number is in a `rule` marker of at least one test."""
    marked: set[str] = set()
    for path in TESTS.glob("test_*.py"):
        for numbers in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text("utf-8")):
            marked |= set(re.findall(r"\d+\.\d+", numbers))

    assert marked == {rule.id for rule in Rule}
