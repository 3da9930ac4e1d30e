"""
Change the code of the rules in every small way, and see that some test fails.

What a change is, is mutmut's: its operators swap `<` and `<=`, leave out arguments,
put None for values, and so on. How mutants run is not: mutmut changes plain functions
in modules that are loaded already, whereas a good part of the rules is options,
tables, properties and classes, made at import. So a module that is changed there is
imported afresh, in a process of its own. Nothing is written into the checkout.
"""

import argparse
import gc
import inspect
import os
import re
import resource
import secrets
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import IntEnum
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import accumulate, islice, pairwise
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import NamedTuple, TypeAlias, TypeVar

import attrs
import coverage
import libcst as cst
import pytest
from _pytest.runner import runtestprotocol
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
from mutmut.mutation.mutators import (
    OPERATORS_TYPE,
    mutation_operators,
    operator_string,
)
from mutmut.mutation.pragma_handling import IgnoredCode

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads(Path(__file__).with_name("survivors.toml").read_text("utf-8"))
MODULES: list[str] = SETTINGS["modules"]

OPTIONS = [
    "-qq",
    "--hypothesis-profile=mutation",
    *("-p", "no:cacheprovider"),
    # Plugins that are loaded already have no assertions to show.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
]
# Loaded once, before processes are forked, because loading takes the longest.
PRELOADED = ("cattrs", "hypothesis.stateful", "jsonschema", "sybil")
# A test, and all tests of one mutant, get so much of the processor's time.
SECONDS_FOR_A_TEST, SECONDS_FOR_A_MUTANT = 20, 10
BYTES = 4 << 30
# Most mutants fall to few tests, so that the files of all others are not collected.
FEW, MANY = 12, 120

IMPORT, COLLECTION = "import", "collection"

_Result = TypeVar("_Result")


@attrs.frozen(order=True)
class Change:
    """A change, in words that stay true when lines move."""

    where: str
    """The module, and the function or class in it."""
    before: str
    after: str

    def __str__(self) -> str:
        """Show the change as a diff does."""
        return f"{self.where}\n  - {self.before}\n  + {self.after}"


@attrs.frozen
class Mutant:
    """A changed module."""

    module: str
    change: Change
    source: str
    lines: range
    """The lines of the function in whose body the change is; else none."""


def path_of(module: str) -> Path:
    """Give the file of a module."""
    return ROOT / "src" / "pisti" / f"{module}.py"


# It must survive, or else trials are not fair.
UNCHANGED = Mutant(
    "rules", Change("rules", "", ""), path_of("rules").read_text("utf-8"), range(0)
)


# What is changed ------------------------------------------------------------------


def negated(node: cst.If | cst.While) -> Iterator[cst.CSTNode]:
    """Turn a condition around."""
    test = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(cst.Not(), test))


def left_out(node: cst.SimpleStatementLine) -> Iterator[cst.CSTNode]:
    """Leave out a statement, if that is no error in itself."""
    (statement, *_) = node.body
    says_something = isinstance(statement, cst.Expr) and not isinstance(
        statement.value, cst.BaseString
    )
    if says_something or isinstance(
        statement, cst.AugAssign | cst.Raise | cst.Return | cst.Break | cst.Continue
    ):
        yield node.with_changes(body=[cst.Pass()])


def undecorated(node: cst.FunctionDef | cst.ClassDef) -> Iterator[cst.CSTNode]:
    """Leave out a decorator."""
    for decorator in node.decorators:
        if is_typing(decorator):
            continue
        others = [other for other in node.decorators if other is not decorator]
        yield node.with_changes(decorators=others)


def another_text(node: cst.BaseString) -> Iterator[cst.CSTNode]:
    """Change a text in one way, where mutmut has three."""
    yield from islice(operator_string(node), 1)


OPERATORS: OPERATORS_TYPE = [
    *[pair for pair in mutation_operators if pair[1] is not operator_string],
    (cst.BaseString, another_text),
    (cst.If, negated),
    (cst.While, negated),
    (cst.SimpleStatementLine, left_out),
    (cst.FunctionDef, undecorated),
    (cst.ClassDef, undecorated),
]


def name_of(node: cst.CSTNode) -> str:
    """Give the last name of a dotted one, or nothing."""
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def is_typing(node: cst.CSTNode) -> bool:
    """Say whether only type checkers read this."""
    match node:
        case cst.Annotation():
            return True
        case cst.AnnAssign():
            return name_of(node.annotation.annotation) == "TypeAlias"
        case cst.Assign(value=cst.Call(func=func)):
            return name_of(func) == "TypeVar"
        case cst.Decorator():
            return name_of(node.decorator) == "final"
    return False


def is_wording(node: cst.CSTNode) -> bool:
    """Say whether this puts something into words for a message."""
    return isinstance(node, cst.Assign) and any(
        name_of(target.target) in SETTINGS["assigned_to"] for target in node.targets
    )


class Found(NamedTuple):
    """A changed part of a module's tree."""

    node: cst.CSTNode
    mutated: cst.CSTNode
    statement: cst.CSTNode
    where: str
    lines: range


class Finder(MutationVisitor):
    """Finds all changes, with where they are."""

    def __init__(self, module: str) -> None:
        """Begin at the top of a module."""
        super().__init__(OPERATORS, IgnoredCode(set(), set(), set()))
        self.found: list[Found] = []
        self.texts = 0
        self._module = module
        self._path: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Keep the way to the node."""
        self._path.append(node)
        return super().on_visit(node)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        """Go back."""
        self._path.pop()
        super().on_leave(original_node)

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        return is_typing(node)

    def _create_mutations(self, node: cst.CSTNode) -> None:
        known = len(self.mutations)
        super()._create_mutations(node)
        for mutation in self.mutations[known:]:
            if self._is_text(mutation.mutated_node):
                self.texts += 1
            else:
                place = self._path[1], self._where(), self._lines()
                self.found.append(Found(node, mutation.mutated_node, *place))

    def _where(self) -> str:
        names = [
            node.name.value
            for node in self._path
            if isinstance(node, cst.FunctionDef | cst.ClassDef)
        ]
        return ".".join([self._module, *names])

    def _lines(self) -> range:
        """Give the lines of the outermost function in whose body the node is."""
        for function, part in pairwise(self._path):
            if isinstance(function, cst.FunctionDef):
                if part is not function.body:
                    break
                body = function.body.body
                places = [self.get_metadata(PositionProvider, line) for line in body]
                return range(places[0].start.line, places[-1].end.line + 1)
        return range(0)

    def _is_text(self, mutated: cst.CSTNode) -> bool:
        """Say whether nothing but words for people change, by the settings' rules."""
        if isinstance(mutated, cst.BaseString) and self._where() in SETTINGS["words"]:
            return True
        if any(map(is_wording, self._path)):
            return True
        path = [*self._path, mutated]
        for call, part in pairwise(path):
            if isinstance(call, cst.Call) and self._tells(call):
                told = call.args[0]
                if part is told:
                    return True
                if part is mutated and isinstance(mutated, cst.Call):
                    others = list(call.args[1:])
                    return [*mutated.args[1:]] == others and bool(mutated.args)
        return False

    @staticmethod
    def _tells(call: cst.Call) -> bool:
        return bool(
            call.args
            and call.args[0].keyword is None
            and re.fullmatch(SETTINGS["first_argument_of"], name_of(call.func))
        )


def changed_lines(before: list[str], after: list[str]) -> tuple[str, str]:
    """Give the lines in which two texts differ."""
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    old, new = (" ".join(map(str.strip, text[same:])) for text in (before, after))
    return old, new


def mutants_of(module: str) -> tuple[list[Mutant], int]:
    """Give each changed module once, and how many changes of text there are."""
    source = path_of(module).read_text("utf-8")
    finder = Finder(module)
    tree = MetadataWrapper(cst.parse_module(source)).visit(finder)
    parts = [tree.code_for_node(statement) for statement in tree.body]
    places: dict[cst.CSTNode, int] = {part: n for n, part in enumerate(tree.body)}
    head, _, tail = source.partition("".join(parts))
    mutants: dict[str, Mutant] = {}
    for found in finder.found:
        # Only one statement of the module is written anew, which is much faster.
        mutated = deep_replace(found.statement, found.node, found.mutated)
        assert isinstance(mutated, cst.CSTNode)
        place, part = places[found.statement], tree.code_for_node(mutated)
        whole = "".join([head, *parts[:place], part, *parts[place + 1 :], tail])
        lines = changed_lines(parts[place].splitlines(), part.splitlines())
        change = Change(found.where, *lines)
        mutants.setdefault(whole, Mutant(module, change, whole, found.lines))
    mutants.pop(source, None)
    return list(mutants.values()), finder.texts


# Which tests see it ---------------------------------------------------------------


class Reach:
    """Which tests run what, how long they take, and which are good at finding."""

    def __init__(
        self, contexts: dict[str, dict[int, list[str]]], seconds: dict[str, float]
    ) -> None:
        """Take what runs each line of each module, and the tests' times."""
        self._contexts = contexts
        self._seconds = seconds
        self._kills: dict[str, Counter[str]] = defaultdict(Counter)
        lines = {
            module: Counter(run for runs in by_line.values() for run in runs)
            for module, by_line in contexts.items()
        }
        # Quick tests that are about little else than a module cost the least.
        totals = sum(lines.values(), Counter())
        self._costs = {
            module: {
                test: taken * (totals[test] + 1) / (lines[module][test] or 0.1)
                for test, taken in seconds.items()
            }
            for module in contexts
        }

    def tests_for(self, mutant: Mutant) -> list[str]:
        """Give the tests that can see a change, the likeliest to fail first."""
        tests = set(self._seconds)
        if not self._runs(mutant) & {IMPORT, COLLECTION}:
            tests &= self._runs(mutant)
        here, near = self._kills[mutant.change.where], self._kills[mutant.module]

        costs = self._costs[mutant.module]
        ordered = sorted(tests, key=lambda t: (-here[t], -near[t], costs[t]))
        total = accumulate(self._seconds[test] for test in ordered)
        return ordered[: sum(seconds < SECONDS_FOR_A_MUTANT for seconds in total)]

    def killed(self, mutant: Mutant, test: str) -> None:
        """Remember that a test is good at this."""
        self._kills[mutant.change.where][test] += 1
        self._kills[mutant.module][test] += 1

    def at_import(self, mutant: Mutant) -> bool:
        """Say whether a change is of what the import of the package runs."""
        return IMPORT in self._runs(mutant)

    def at_collection(self, mutant: Mutant) -> bool:
        """Say whether a change is of what runs before any test does."""
        return COLLECTION in self._runs(mutant)

    def _runs(self, mutant: Mutant) -> set[str]:
        contexts = self._contexts[mutant.module]
        if not mutant.lines:
            return {IMPORT}
        return {run for line in mutant.lines for run in contexts.get(line, ())}


class Measuring:
    """A plugin that tells coverage which test runs, and takes its time."""

    def __init__(self, lines: coverage.Coverage) -> None:
        """Begin with no test."""
        self.seconds: dict[str, float] = {}
        self._lines = lines

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run a test."""
        self._lines.switch_context(item.nodeid)
        begin = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - begin
        return result


def measure() -> Reach:
    """Run all tests on the code as it is."""
    lines = coverage.Coverage(None, config_file=False, source_pkgs=["pisti"])
    lines.start()
    lines.switch_context(IMPORT)
    for module in MODULES:
        import_module(f"pisti.{module}")
    lines.switch_context(COLLECTION)
    plugin = Measuring(lines)
    code = pytest.main([*OPTIONS, *SETTINGS["tests"]], plugins=[plugin])
    lines.stop()
    if code:
        sys.exit("Tests fail though nothing was changed.")
    data = lines.get_data()
    contexts = {m: data.contexts_by_lineno(str(path_of(m))) for m in MODULES}
    return Reach(contexts, plugin.seconds)


# Trying a mutant ------------------------------------------------------------------


class End(IntEnum):
    """How the process of a trial ends, unless a signal ends it."""

    SURVIVED = 10
    KILLED = 11
    UNTRIED = 12


Try: TypeAlias = Callable[[Mutant, list[str], Connection], None]


def tried(
    mutants: Iterable[Mutant], reach: Reach, processes: int, trial: Try
) -> Iterator[tuple[Mutant, End]]:
    """Try mutants side by side, each in a process of its own."""
    forking = get_context("fork")
    running: dict[int, tuple[ForkProcess, Connection, Mutant]] = {}
    waiting = iter(mutants)
    while True:
        while len(running) < processes and (mutant := next(waiting, None)):
            told, telling = connection.Pipe(duplex=False)
            arguments = (mutant, reach.tests_for(mutant), telling)
            process = forking.Process(target=trial, args=arguments)
            process.start()
            telling.close()
            running[process.sentinel] = process, told, mutant
        if not running:
            return
        for sentinel in connection.wait(list(running)):
            assert isinstance(sentinel, int)
            process, told, mutant = running.pop(sentinel)
            process.join()
            with suppress(EOFError):
                reach.killed(mutant, told.recv())
            told.close()
            yield mutant, end_of(process)


def end_of(process: ForkProcess) -> End:
    """Say how a trial ended; a signal ends what never ends."""
    code = process.exitcode
    assert code is not None
    return End.KILLED if code < 0 else End(code)


def limit_time() -> None:
    """Have the process ended when it computes for too long from now on."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + SECONDS_FOR_A_TEST
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))


def be_silent() -> None:
    """Write nothing more to the terminal."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)


def compiled(mutant: Mutant) -> CodeType:
    """Compile a mutant as if it were the module."""
    file = str(path_of(mutant.module))
    return compile(mutant.source, file, "exec", dont_inherit=True)


# First way: in a process that has all tests at hand, for what runs in tests alone.


class Swapping:
    """A plugin that tries mutants where the tests would be run."""

    def __init__(self, mutants: list[Mutant], reach: Reach, processes: int) -> None:
        """Plan to try mutants."""
        self.ends: list[tuple[Mutant, End]] = []
        self._plan = mutants, reach, processes
        self._items: dict[str, pytest.Item] = {}
        self._functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the mutants."""
        self._items = {item.nodeid: item for item in session.items}
        for value in gc.get_objects():  # however they are wrapped or stored
            if isinstance(value, FunctionType):
                code = value.__code__
                self._functions[code.co_filename, code.co_qualname].append(value)
        gc.freeze()
        self.ends += tried(*self._plan, self._try)
        return True

    def _try(self, mutant: Mutant, tests: list[str], telling: Connection) -> None:
        try:
            self._swap(compiled(mutant))
        except (LookupError, ValueError):
            os._exit(End.UNTRIED)
        for test in tests:
            limit_time()
            item = self._items[test]
            for report in runtestprotocol(item, log=False, nextitem=None):
                if report.failed:
                    telling.send(test)
                    os._exit(End.KILLED)
        os._exit(End.SURVIVED)

    def _swap(self, whole: CodeType) -> None:
        """Give all functions of a module their code in the mutant."""
        codes = list(whole.co_consts)
        while codes:
            code = codes.pop()
            if isinstance(code, CodeType):
                for function in self._functions[code.co_filename, code.co_qualname]:
                    function.__code__ = code
                if not code.co_flags & inspect.CO_NEWLOCALS:  # a class
                    codes += code.co_consts


# Second way: imported afresh, for what runs when the package is imported.


class Planted(SourceFileLoader):
    """A loader that gives a mutant for a module."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        """Stand in for the module's own file."""
        super().__init__(name, str(path_of(mutant.module)))
        self._code = compiled(mutant)

    def get_code(self, fullname: str) -> CodeType:
        """Give the mutant."""
        del fullname
        return self._code


@attrs.frozen
class Planter(MetaPathFinder):
    """Has a mutant imported in place of its module."""

    mutant: Mutant

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """Find the mutant alone."""
        if fullname != f"pisti.{self.mutant.module}":
            return None
        loader = Planted(fullname, self.mutant)
        return spec_from_file_location(fullname, loader.path, loader=loader)


@attrs.frozen
class Chosen:
    """A plugin that runs some tests in an order, and tells which failed."""

    order: dict[str, int]
    telling: Connection

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that are asked for."""
        items[:] = [item for item in items if item.nodeid in self.order]
        items.sort(key=lambda item: self.order[item.nodeid])

    def pytest_runtest_setup(self) -> None:
        """Let the system end a test that does not end."""
        limit_time()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell which test failed."""
        if report.failed:
            self.telling.send(report.nodeid)


def try_imported(mutant: Mutant, tests: list[str], telling: Connection) -> None:
    """Import a mutant, and run tests until one fails."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    limit_time()
    be_silent()
    sys.meta_path.insert(0, Planter(mutant))
    try:
        import_module("pisti")
    except BaseException:  # noqa: BLE001
        os._exit(End.KILLED)
    for part in (tests[:FEW], tests[FEW:MANY], tests[MANY:]):
        files = sorted({test.partition("::")[0] for test in part})
        chosen = Chosen({test: place for place, test in enumerate(part)}, telling)
        if part and pytest.main([*OPTIONS, "-x", *files], plugins=[chosen]):
            os._exit(End.KILLED)
    os._exit(End.SURVIVED)


def try_swapped(
    mutants: list[Mutant], reach: Reach, processes: int
) -> list[tuple[Mutant, End]]:
    """Try mutants of what runs in tests, where all tests are collected."""
    be_silent()
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    swapping = Swapping(mutants, reach, processes)
    pytest.main([*OPTIONS, *SETTINGS["tests"]], plugins=[swapping])
    return swapping.ends


def elsewhere(work: Callable[[], _Result]) -> _Result:
    """Work in another process, in which the package may be imported."""

    def work_and_tell(telling: Connection) -> None:
        telling.send(work())

    told, telling = connection.Pipe(duplex=False)
    process = get_context("fork").Process(target=work_and_tell, args=(telling,))
    process.start()
    telling.close()
    try:
        result: _Result = told.recv()
    except EOFError:
        sys.exit(1)  # the other process has said why
    process.join()
    return result


def survivors(mutants: list[Mutant], reach: Reach, processes: int) -> list[Mutant]:
    """Give the mutants that no test kills."""
    imported = [UNCHANGED, *(m for m in mutants if reach.at_import(m))]
    swapped = [UNCHANGED, *(m for m in mutants if not reach.at_import(m))]
    found: list[Mutant] = []
    for mutant, end in elsewhere(lambda: try_swapped(swapped, reach, processes)):
        if end is End.UNTRIED or (end is End.SURVIVED and reach.at_collection(mutant)):
            imported.append(mutant)
        elif end is End.SURVIVED:
            found.append(mutant)
    for mutant, end in tried(imported, reach, processes, try_imported):
        if end is End.SURVIVED:
            found.append(mutant)
    if found.count(UNCHANGED) != 2:  # once in each way
        sys.exit("Tests fail in trials though nothing is changed.")
    return [mutant for mutant in found if mutant != UNCHANGED]


# What comes of it -----------------------------------------------------------------


def main() -> int:
    """Try the mutants of some modules, and compare survivors with those known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", nargs="*", default=MODULES, help="by default all")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument(
        "--sample", type=int, help="try so many changes, each time others"
    )
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 32))
    options = parser.parse_args()
    os.chdir(ROOT)
    for name in PRELOADED:
        import_module(name)
    reach = elsewhere(measure)
    known = Counter(
        Change(*change)
        for reason in SETTINGS["survivors"]
        for change in reason["changes"]
        if change[0].partition(".")[0] in options.module
    )
    mutants: list[Mutant] = []
    for module in options.module:
        more, texts = mutants_of(module)
        mutants += more
        print(f"{module}: {len(more)} changes, and {texts} of text", flush=True)
    if options.sample:
        print(f"{options.sample} of them, by --seed {options.seed}", flush=True)
        mutants = Random(options.seed).sample(mutants, options.sample)
    found = Counter(m.change for m in survivors(mutants, reach, options.processes))
    killed = len(mutants) - found.total()
    print(f"{killed} of {len(mutants)} are found, {killed / len(mutants):.1%}")
    for change in sorted((found - known).elements()):
        print(f"\nNo test fails, and no reason is given:\n{change}")
    if options.sample:
        return int(not found <= known)
    for change in sorted((known - found).elements()):
        print(
            f"\nA reason is given, but tests fail or there is no such change:\n{change}"
        )
    return int(found != known)


if __name__ == "__main__":
    sys.exit(main())
