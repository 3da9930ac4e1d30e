"""The rulebook's data: every rule, source and preset is complete and consistent."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pisti
from docs.generate.traces import carried_by_tests, cited_in_code
from pisti import (
    VARIANTS,
    Language,
    Rule,
    Variant,
    VariantError,
    legal_moves,
    preset_sources,
    score_hand,
    start,
    step,
)
from pisti.rules import read_data

TESTS = Path(__file__).parent
DATA = Path(pisti.__file__).parent / "data"


def load(name: str) -> dict[str, Any]:
    """Read a data file of the package without the package's own reader."""
    return tomllib.loads((DATA / name).read_text("utf-8"))


RULES = load("rules.toml")
SOURCES = load("sources.toml")
PRESETS = load("presets.toml")
DOCS = TESTS.parent / "docs"
RULINGS = tomllib.loads((DOCS / "rulings.toml").read_text("utf-8"))
COUNTS = tomllib.loads((DOCS / "counts.toml").read_text("utf-8"))
COUNTS = {key: value for key, value in COUNTS.items() if isinstance(value, dict)}
GLOSSARY = tomllib.loads((DOCS / "glossary.toml").read_text("utf-8"))

LANGS: tuple[Language, ...] = ("en", "tr")


def test_members_and_paragraphs_are_the_same() -> None:
    """Every paragraph is a member of the enum, in the same order."""
    assert [rule.id for rule in Rule] == list(RULES)


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.id)
def test_rule_is_complete(rule: Rule) -> None:
    """A rule has a title and one sentence in both languages, and its sources."""
    for lang in LANGS:
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
    assert rule.contrary == tuple(RULES[rule.id].get("contrary", ()))


def test_rule_by_number() -> None:
    """A rule can be looked up by its number."""
    assert Rule("5.6") is Rule.LONE_CARD
    assert Rule.LONE_CARD.id == "5.6"
    assert Rule.LONE_CARD.chapter == "5"
    assert Rule("5.6").title() == "Exactly one card"
    assert Rule("5.6").text() == RULES["5.6"]["text"]["en"]
    assert Rule("5.6").address() == "rules/#r5-6"
    assert Rule("3.12").address("tr") == "kurallar/#k3-12"


@pytest.mark.parametrize("read", [Rule.title, Rule.text, Rule.address])
def test_unknown_language(read: Any) -> None:
    """Rules are in English and Turkish only."""
    with pytest.raises(ValueError, match="'de'"):
        read(Rule.PISTI, "de")


def test_every_source_is_used_and_named() -> None:
    """No source is listed for nothing, and each has a title."""
    used = {key for rule in Rule for key in (*rule.sources, *rule.contrary)}
    used |= {
        key for name in VARIANTS for keys in PRESETS[name].values() for key in keys
    }
    for ruling in RULINGS.values():
        used |= {*ruling.get("silent", ())}
        used |= {key for saying in ruling.get("says", ()) for key in saying["sources"]}

    assert used - {"ruling"} == set(SOURCES)
    assert all(source["title"][lang] for source in SOURCES.values() for lang in LANGS)


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.id)
def test_no_source_contradicts_itself(rule: Rule) -> None:
    """A source says a rule, or says otherwise."""
    assert set(rule.contrary) <= set(SOURCES)
    assert not set(rule.sources) & set(rule.contrary)


@pytest.mark.parametrize("slug", RULINGS)
def test_ruling_is_complete(slug: str) -> None:
    """A ruling has its question, answers, reason, rule, options and figures."""
    ruling = RULINGS[slug]
    assert ruling["rule"] in RULES
    assert set(ruling["options"]) <= set(attrs.fields_dict(Variant))
    assert set(ruling["counts"]) <= set(COUNTS)
    for lang in LANGS:
        assert ruling["question"][lang].endswith("?")
        assert ruling["ruling"][lang].endswith(".")
        for saying in ruling.get("says", ()):
            assert saying[lang]
            assert not saying[lang].endswith(".")


def test_rulings_are_in_the_order_of_the_rules() -> None:
    """A reader finds a ruling where its rule would be."""
    order = [list(Rule).index(Rule(ruling["rule"])) for ruling in RULINGS.values()]

    assert order == sorted(order)


def test_every_option_has_a_ruling_and_every_figure_a_place() -> None:
    """Each option settles a question, and nothing is counted for nothing."""
    options = {option for ruling in RULINGS.values() for option in ruling["options"]}
    figures = {key for ruling in RULINGS.values() for key in ruling["counts"]}

    assert options == set(attrs.fields_dict(Variant))
    assert figures == set(COUNTS)


def test_terms_of_the_glossary_are_complete() -> None:
    """A term has its word and meaning in both languages, and a rule if any."""
    for term in GLOSSARY.values():
        assert all(term[part][lang] for part in ("term", "text") for lang in LANGS)
        assert term.get("rule", "1.1") in RULES


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


def test_every_rule_has_code_and_tests() -> None:
    """Each rule is cited by code, and its number is carried by a test."""
    code, tests = cited_in_code(), carried_by_tests()

    assert not [rule.id for rule in Rule if not code[rule]]
    assert not [rule.id for rule in Rule if not tests[rule]]


def test_every_rule_has_its_place_on_the_site() -> None:
    """The address of a rule is an anchor in the pages of both languages."""
    for rule in Rule:
        for lang in LANGS:
            page, _, anchor = rule.address(lang).partition("#")
            assert f"{{ #{anchor} }}" in (DOCS / page / "index.md").read_text("utf-8")


def test_every_refused_play_names_its_rule() -> None:
    """Wherever a play is refused, a rule is given."""
    for path in (DATA.parent).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) == "IllegalMoveError"
            ):
                assert "rule" in {keyword.arg for keyword in node.keywords}, path


@pytest.mark.parametrize("name", VARIANTS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=5)
def test_everything_that_happens_names_its_rule(name: str, seed: int) -> None:
    """Each event, bonus and score line of a hand has a rule."""
    state, events = start(VARIANTS[name], rng=seed)
    while moves := legal_moves(state):
        state, more = step(state, moves[0])
        events += more
    told = [*events, *state.won.bonuses, *score_hand(state).lines]

    assert all(type(thing.rule) is Rule for thing in told)


def test_the_data_is_read_once() -> None:
    """Titles and sentences are asked for thousands of times."""
    assert read_data("rules.toml") is read_data("rules.toml")
