"""The digests of known hands, in short."""

from pathlib import Path

import attrs
import pytest
from proof import digest

from pisti import EDITION, VARIANTS

SHORT = digest.LENGTHS[0]


def test_digests_are_of_this_edition() -> None:
    """The rules and the digests of what they decide are changed together."""
    assert digest.kept()["edition"] == EDITION


def test_digests_are_of_every_preset_and_kind() -> None:
    """No preset and no kind is without a digest."""
    digests = digest.kept()["digests"]
    assert set(digests) == {str(hands) for hands in digest.LENGTHS}
    for by_preset in digests.values():
        assert set(by_preset) == set(VARIANTS)
        for by_kind in by_preset.values():
            assert set(by_kind) == set(digest.KINDS["library"])


@pytest.mark.parametrize("engine", digest.ENGINES)
@pytest.mark.parametrize("preset", VARIANTS)
def test_digests(preset: str, engine: str) -> None:
    """Both engines come to the digests that are kept."""
    made = digest.digest(engine, SHORT, preset)
    assert set(made) == set(digest.KINDS[engine])
    assert digest.differences({preset: made}, SHORT) == []


def test_a_changed_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other points give another digest of scores, which needs another edition."""
    changed = attrs.evolve(VARIANTS["xeri"], majority_points=2)
    monkeypatch.setattr(digest, "VARIANTS", {"xeri": changed})
    made = {"xeri": digest.digest("library", SHORT, "xeri")}
    told = digest.differences(made, SHORT)
    assert [text.split(":")[0] for text in told] == [
        "xeri scores",
        "xeri records",
        "xeri views",
    ]
    assert digest.rules_changed(made, SHORT)
    monkeypatch.setattr(digest, "EDITION", EDITION + 1)
    assert not digest.rules_changed(made, SHORT)
    (told_edition,) = digest.differences(made, SHORT)
    assert told_edition == f"those kept are of edition {EDITION}, this is {EDITION + 1}"


def test_digests_of_other_outcomes_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New digests are kept where no rule decides otherwise, or in a new edition."""
    before = digest.KEPT.read_text("utf-8")
    made = digest.kept()["digests"]
    file = tmp_path / "digests.json"
    file.write_text(before, "utf-8")
    monkeypatch.setattr(digest, "KEPT", file)
    monkeypatch.setattr(digest, "digest_presets", lambda _, hands, __: made[str(hands)])
    assert digest.write(1) == []
    assert file.read_text("utf-8") == before

    made[str(SHORT)]["xeri"]["scores"] = "0" * 64
    (refused,) = digest.write(1)
    assert refused.endswith("so EDITION has to grow")
    assert file.read_text("utf-8") == before

    monkeypatch.setattr(digest, "EDITION", EDITION + 1)
    assert digest.write(1) == []
    assert digest.kept() == {**digest.kept(), "edition": EDITION + 1, "digests": made}


def test_lengths_without_digests() -> None:
    """Where none are kept nothing can be compared, and that is said."""
    (told,) = digest.differences({}, 7)
    assert told == "none are kept of 7 hands, only of 100, 10000"
