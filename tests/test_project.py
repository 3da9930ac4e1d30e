"""The project itself: layers, exports, version, examples."""

import ast
import re
import subprocess
import sys
from importlib import import_module, metadata
from pathlib import Path

import api
import pytest

import pisti

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "pisti"

# A module imports from the layers above its own in this list, and from no other.
LAYERS = (
    {"rules", "turkish"},
    {"errors", "frozen"},
    {"cards"},
    {"variants"},
    {"packs", "notation"},
    {"state", "judging"},
    {"events"},
    {"dealing", "play", "scoring", "tallies"},
    {"matches", "views", "naming", "conditions"},
    {"determinizing", "language", "adapters.observation", "adapters.payoffs"},
    {"records", "wire", "examples", "endgames", "players.player", "players.weighing"},
    {"book", "card_faces", "players.memory", "players.simple"},
    {"canvas", "players.playouts"},
    {"sheets", "text", "players.search"},
    {"svg", "players"},
    {"sitting", "simulation", "adapters", "adapters.pettingzoo", "adapters.openspiel"},
    {"cli"},
    {"strategies"},
)
# What is used by its own name, `pisti.records.loads` for example.
SUBMODULES = set(api.MODULES)
# What is not for importers: parts of those, and the command line.
PARTS = {
    *("adapters", "adapters.payoffs", "canvas", "card_faces", "cli", "frozen"),
    *("sheets", "sitting", "turkish"),
}


def name_of(path: Path) -> str:
    """Give a module's name inside the package; nothing is the package itself."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports(path: Path) -> set[str]:
    """List the modules of the package that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "pisti":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and "pisti." in (node.module or ""):
            found.add((node.module or "").removeprefix("pisti."))
        elif isinstance(node, ast.Import):
            found |= {n.name.split(".")[1] for n in node.names if "pisti." in n.name}
    return found


def test_modules_import_from_lower_layers_only() -> None:
    """The layers hold, and every module is in one."""
    modules = {name_of(path): path for path in PACKAGE.rglob("*.py")}
    del modules[""]
    assert set(modules) == set().union(*LAYERS)

    lower: set[str] = set()
    for layer in LAYERS:
        for module in layer:
            assert imports(modules[module]) <= lower, module
        lower |= layer


def test_the_architecture_page_has_the_layers() -> None:
    """The table of layers in the documentation is the one that is tested."""
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", page, re.MULTILINE)
    layers = {int(n): set(re.findall(r"`([\w.]+)`", modules)) for n, modules in rows}

    assert layers == dict(enumerate(LAYERS))


def test_no_module_shares_a_public_name() -> None:
    """A name of the package is never also a module of it."""
    assert not set().union(*LAYERS) & set(pisti.__all__)


def test_all_is_what_the_modules_offer() -> None:
    """The package exports the union of its modules' public names."""
    offered: list[str] = []
    for name in set().union(*LAYERS) - PARTS:
        if {name, name.partition(".")[0]} & SUBMODULES:
            continue
        offered += import_module(f"pisti.{name}").__all__

    assert sorted(offered) == sorted(pisti.__all__)


def test_every_public_name_is_documented() -> None:
    """Every exported function and class has a docstring."""
    for name in pisti.__all__:
        value = getattr(pisti, name)
        if callable(value) and getattr(value, "__module__", "").startswith("pisti"):
            assert value.__doc__, name


def test_everything_is_listed() -> None:
    """What is loaded late is listed like all else, and nothing that is not ours."""
    assert dir(pisti) == sorted([*pisti.__all__, "__version__"])


def test_version() -> None:
    """The version is that of the installed distribution, and looked up lazily."""
    assert pisti.__version__ == metadata.version("pisti")
    with pytest.raises(AttributeError, match="no_such_name"):
        pisti.no_such_name  # noqa: B018


def test_version_is_in_the_changelog() -> None:
    """The changelog tells of the current version."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")

    assert re.search(
        rf"^## \[{re.escape(pisti.__version__)}\]", changelog, re.MULTILINE
    )


def test_what_is_put_into_words_is_loaded_when_asked_for() -> None:
    """Names that are loaded late are found and listed like all others."""
    code = (
        "import sys, pisti;"
        "late = {'pisti.language', 'pisti.examples', 'pisti.book'};"
        "assert not late & set(sys.modules);"
        "assert set(pisti.__all__) <= set(dir(pisti));"
        "from pisti import rulebook;"
        "assert late <= set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603


def test_import_loads_nothing_heavy() -> None:
    """Importing the package loads only attrs beside the standard library."""
    code = "import sys, pisti; print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run(  # noqa: S603
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path[:] = {sys.path!r}; {code}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name for name in done.stdout.split() if not name.startswith("_")}

    assert loaded - set(sys.stdlib_module_names) <= {"pisti", "attr", "attrs"}


@pytest.mark.parametrize("name", ["quickstart", "server_loop"])
def test_examples_print_what_they_should(name: str) -> None:
    """Each example runs and prints what is kept beside it."""
    example = ROOT / "examples" / f"{name}.py"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-X", "utf8", str(example)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )

    assert done.stdout == example.with_suffix(".txt").read_text("utf-8")
    assert not done.stderr


def test_generated_pages_are_current() -> None:
    """The pages that are written from data and code are what would be written."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "docs.generate", "--check"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert not done.stderr
    assert done.returncode == 0


def test_the_reference_has_every_public_name() -> None:
    """Each public name has its place in the reference, and no other has."""
    shown: list[str] = []
    for page in (ROOT / "docs" / "reference").glob("*.md"):
        shown += re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
    modules = [f"pisti.{module}" for module in SUBMODULES]

    assert sorted(shown) == sorted([*[f"pisti.{n}" for n in pisti.__all__], *modules])
