#!/usr/bin/env python3
"""Mutation testing: change the program in one place and require that a test fails.

    tests/research/mutants/mutants.py [OPTION...] [GROUP | FILE]...

A mutant is one change of one token in src/: an operator, a constant, a negated condition, a
removed statement, a returned value; in a grammar, an alternative, a quantifier, a class or a
look-around. Mutants are sampled with a seed from each group (a directory of src/; by default
all GROUPS), or from the named files.

All mutants of functions are compiled into one program: each changed function has a copy of its
body for each mutant, and the environment selects the one that runs. Each test is run once without
a mutant, and records the mutants whose statements it reaches. Only these tests are run with a
mutant, until one fails, which kills the mutant. Tests that killed mutants of the same file come
first, then short ones. Other mutants (tables, grammars) are built one by one, and all tests are
run. A mutant that no test kills survives and is listed with its line before and after. A test
that takes far more CPU seconds than without a mutant has failed. A survivor that compiles to the
same optimized code as the original is equivalent.

Results are kept in build/mutants/state.jsonl: an interrupted run continues where it stopped, and
a mutant of a file that has changed since is run again.

    --count N      mutants of each group (15)
    --seed N       another sample (1)
    --goal PERCENT fail if fewer are killed; equivalent mutants (equivalent.tsv) do not count
    --longest N    skip tests that take more than N seconds
    --survivors    run the survivors in the state again
"""
import argparse
import atexit
import collections
import contextlib
import functools
import hashlib
import itertools
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
WORK = os.environ.get("MUTANTS_DIR") or os.path.join(TOP, "build", "mutants")
TREE = os.path.join(WORK, "tree")
# outside the work tree, since urlgrep honors its .gitignore
SCRATCH = os.path.join(tempfile.gettempdir(), "urlgrep-mutants.%d" % os.getpid())
STATE = os.path.join(WORK, "state.jsonl")
BASELINE = os.path.join(WORK, "baseline.json")
REACHED = os.path.join(WORK, "reached")
GROUPS = ["util", "url", "unwrap", "names", "text", "grammar", "input", "mail", "html", "find",
          "row", "cmd", "report", "pick"]
MAKE = ["make", "-s", "CC=" + os.environ.get("CC", "cc"), "CFLAGS=-O1 -g0 -w", "LDFLAGS="]
PROGRAMS = ["build/urlgrep", "build/liburlgrep.so", "build/urlreport", "build/urlpick"]

# These need other programs, or take minutes.
NOT_RUN = re.compile(r"^(robustness|packaging|source)/|words\.sh|examples\.sh|example_mail\.sh|"
                     r"archive_ranges|readme\.py")

Mutant = collections.namedtuple("Mutant", "file line begin end text kind number", defaults=[0])


# ---- the tokens of C

TOKEN = re.compile(r"""
    (?P<skip>/\*.*?\*/|//[^\n]*|\s+)
  | (?P<string>"(?:\\.|[^"\\])*")
  | (?P<char>'(?:\\.|[^'\\])+')
  | (?P<number>0[xX][0-9a-fA-F]+[uUlL]*|[0-9]+(?:\.[0-9]+)?[uUlLfF]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<mark>->|\+\+|--|<<=|>>=|[-+*/%&|^=!<>]=|&&|\|\||<<|>>|\.\.\.|.)
""", re.S | re.X)
PREPROCESSOR = re.compile(r"^[ \t]*\#(?:[^\n\\]|\\.)*", re.M | re.S)
ASSERT = re.compile(r"_Static_assert\(.*?\);", re.S)

SWAPS = {"==": ["!="], "!=": ["=="], "<": ["<=", ">"], "<=": ["<"], ">": [">=", "<"],
         ">=": [">"], "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "+=": ["-="],
         "-=": ["+="], "++": ["--"], "--": ["++"], "<<": [">>"], ">>": ["<<"],
         "&": ["|"], "|": ["&"], "|=": ["&="], "&=": ["|="], "*": ["/"], "/": ["*"]}
BINARY = set("+-*&/|") | {"<<", ">>", "<", ">"}
WORDS = {"true": "false", "false": "true"}


def tokens_of(text):
    """Return the tokens of a file (kind, text, offset), without comments and preprocessor lines."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    text = ASSERT.sub(blank, PREPROCESSOR.sub(blank, text))
    found = []
    for match in TOKEN.finditer(text):
        if match.lastgroup != "skip":
            found.append((match.lastgroup, match.group(), match.start()))
    return found


def closing(tokens, at):
    """Return the index of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        if tokens[i][1] in "([{" and tokens[i][0] == "mark":
            depth += 1
        elif tokens[i][1] in ")]}" and tokens[i][0] == "mark":
            depth -= 1
            if depth == 0:
                return i
    return None


def closers_of(tokens):
    """Return the indices of brackets followed by a statement that a keyword governs."""
    return {closing(tokens, i + 1) for i, token in enumerate(tokens[:-1])
            if token[1] in ("if", "for", "while", "switch")}


def token_changes(tokens, i):
    """Yield the possible replacements of token i: (kind, text)"""
    kind, text, _ = tokens[i]
    before = tokens[i - 1] if i else ("mark", ";", 0)
    after_value = before[0] in ("number", "name", "char", "string") and \
        before[1] not in ("return", "case", "sizeof") or before[1] in (")", "]")
    if kind == "number":
        yield "constant", text + " + 1"
        if text not in ("0", "0u"):
            yield "constant", text + " - 1"
    elif kind == "char":
        yield "constant", "'y'" if text == "'x'" else "'x'"
    elif kind == "string" and re.search("[a-z]", text):
        yield "string", re.sub("[a-z]", lambda m: "q" if m.group() != "q" else "w", text, count=1)
    elif kind == "name" and text in WORDS:
        yield "constant", WORDS[text]
    elif kind == "mark" and text in SWAPS:
        if text == "*" and "number" not in (before[0], tokens[i + 1][0]):
            return  # perhaps a pointer
        if text not in BINARY or after_value:
            for other in SWAPS[text]:
                yield "operator", other
    elif kind == "mark" and text == "!":
        yield "operator", ""


def statement_changes(tokens, i, source, closers):
    """Yield the changes of the statement that begins at token i: (kind, begin, end, text)"""
    _, text, begin = tokens[i]
    if text in ("if", "while") and tokens[i + 1][1] == "(":
        close = closing(tokens, i + 1)
        if close:
            first, last = tokens[i + 1][2], tokens[close][2] + 1
            yield "negated", first, last, "(!%s)" % source[first:last]
    if tokens[i - 1][1] not in (";", "{", "}", "else", ":") and i - 1 not in closers or \
            tokens[i][0] != "name" and text not in ("*", "++", "--"):
        return
    end = i
    while end < len(tokens) and tokens[end][1] not in ";{":
        end = closing(tokens, end) or len(tokens) if tokens[end][1] in "([" else end
        end += 1
    if end >= len(tokens) or tokens[end][1] != ";":
        return
    if text == "return":
        if end > i + 2 or tokens[i + 1][0] == "name" and \
                tokens[i + 1][1] not in ("true", "false", "NULL"):
            first = tokens[i + 1][2]
            yield "returned", first, tokens[end][2], "0"
    elif text in ("break", "continue") or tokens[i + 1][1] in (
            "=", "(", "->", ".", "[", "+=", "-=", "|=", "&=", "++", "--") or \
            text in ("*", "++", "--"):
        if text not in ("if", "while", "for", "switch", "do", "sizeof", "case"):
            yield "removed", begin, tokens[end][2], ""


def c_mutants(file, source):
    """Return all mutants of a C file."""
    tokens = tokens_of(source)
    closers = closers_of(tokens)
    depth = 0
    for i, (kind, text, begin) in enumerate(tokens):
        depth += (text == "{") - (text == "}") if kind == "mark" else 0
        line = source.count("\n", 0, begin) + 1
        if depth == 0 and kind != "number":
            continue
        for what, other in token_changes(tokens, i):
            yield Mutant(file, line, begin, begin + len(text), other, what)
        if 0 < i < len(tokens) - 2 and depth:
            for what, first, last, other in statement_changes(tokens, i, source, closers):
                yield Mutant(file, line, first, last, other, what)


GRAMMAR = [
    (re.compile(r"\|\s*(?:\\.|[\w&.~:/-])+(?=\s*[|)])"), lambda m: "", "alternative"),
    (re.compile(r"(?<=[\])}\w])\*\+"), lambda m: "++", "quantifier"),
    (re.compile(r"(?<=[\])}\w])\+\+"), lambda m: "*+", "quantifier"),
    (re.compile(r"(?<=[\])}\w])\?\+?(?![!=<P:&'])"), lambda m: "", "quantifier"),
    (re.compile(r"\{(\d+)"), lambda m: "{%d" % (int(m.group(1)) + 1), "quantifier"),
    (re.compile(r",(\d+)\}"), lambda m: ",%d}" % (int(m.group(1)) + 1), "quantifier"),
    (re.compile(r"\(\?!"), lambda m: "(?=", "look-around"),
    (re.compile(r"\(\?="), lambda m: "(?!", "look-around"),
    (re.compile(r"(?<=[\w!$_.+*'(),;:@&=~/?%-])([$_.+!*'(),;:@&=~/?])(?=[^\[\]]*\])(?<=\[[^\]]{2})"),
     lambda m: "", "class"),
    (re.compile(r"(?<=[a-zA-Z0-9]-)[zZ9fF](?=[^\[]*\])"),
     lambda m: chr(ord(m.group()) - 1), "class"),
]


def is_in_class(rule, at):
    """Return true if this byte of a rule is between "[" and "]"."""
    begin = rule.rfind("[", 0, at)
    return begin >= 0 and "]" not in re.sub(r"\\.", "..", rule[begin:at])


def grammar_mutants(file, source):
    """Return all mutants of a grammar."""
    at = 0
    for line, row in enumerate(source.split("\n"), 1):
        rule = row.split(" #")[0]
        if not row.startswith("#"):
            for pattern, other, kind in GRAMMAR:
                for match in pattern.finditer(rule):
                    if kind in ("quantifier", "alternative") and is_in_class(rule, match.start()):
                        continue
                    yield Mutant(file, line, at + match.start(), at + match.end(),
                                 other(match), kind)
        at += len(row) + 1


def table_mutants(file, source):
    """Return all mutants of a table: a missing row, a changed number. The texts of joins.txt have 4
    points, between the thresholds 3 and 6, so points change by 3."""
    changes = (3, -3) if file.endswith("points.tsv") else (1,)
    at = 0
    for line, row in enumerate(source.split("\n"), 1):
        if row and not row.startswith("#"):
            yield Mutant(file, line, at, at + len(row), "", "row")
            match = re.search(r"(?<=\t)-?\d+(?=\t)", row)
            for change in changes if match else ():
                yield Mutant(file, line, at + match.start(), at + match.end(),
                             str(int(match.group()) + change), "constant")
        at += len(row) + 1


def mutants_of(file, source):
    if file.endswith(".c"):
        return c_mutants(file, source)
    return (grammar_mutants if file.endswith(".pcre") else table_mutants)(file, source)


def files_of(group):
    """Return the files of a group that may be mutated."""
    found = (os.path.relpath(path, TOP) for path in pathlib.Path(TOP, "src", group).rglob("*"))
    return sorted(name for name in found if re.search(r"\.(c|pcre)$|/(schemes|points)\.tsv$", name))


# ---- all mutants of functions in one program

# Select the mutant. -1 means none, and records which mutants are reached.
CHOOSE = """\
extern char *getenv(const char *); extern int atoi(const char *), open(const char *, int, ...);
extern int close(int), dprintf(int, const char *, ...);
static int mutant;
__attribute__((constructor)) static void choose_mutant(void)
{
	mutant = getenv("MUTANT") ? atoi(getenv("MUTANT")) : 0;
}
static void reach_mutant(int n)
{
	static char reached[%d];
	if (!reached[n]) {
		int fd = open("%s", 02001);
		dprintf(fd, "%%d\\n", n);
		close(fd);
		reached[n] = 1;
	}
}
#line 1
"""


def functions_of(source):
    """Return a file's function bodies (begin, end), and the start of each token's statement."""
    tokens = tokens_of(source)
    closers = closers_of(tokens)
    bodies, statements = [], {}
    stack = []  # open brackets: [is a block, where its last statement begins]
    begins = in_label = False
    for i, (kind, text, at) in enumerate(tokens):
        in_label = in_label or begins and text in ("case", "default")
        if begins and kind == "name" and text not in ("else", "while", "case", "default"):
            stack[-1][1] = at
        statements[at] = next((begin for _, begin in reversed(stack) if begin), None)
        begins = in_label and text == ":"
        in_label = in_label and text != ":"
        if kind != "mark" or text not in "()[]{};":
            continue
        before = tokens[i - 1][1]
        if text in "([{":
            is_block = text == "{" and (before == ")" if not stack else stack[-1][0] and (
                i - 1 in closers or before in ("else", "do", ";", "{", "}", ":")))
            if is_block and not stack:
                bodies.append([at, None])
            stack.append([is_block, None])
            begins = is_block
        elif text != ";":
            begins = stack.pop()[0] and bool(stack)
            if begins is False and not stack and bodies and not bodies[-1][1]:
                bodies[-1][1] = at + 1
        else:
            begins = bool(stack) and stack[-1][0]
    return bodies, statements


def all_in_one(source, mutants):
    """Return the source of a file with a body for each mutant, and the mutants that have one."""
    bodies, statements = functions_of(source)
    chosen = []
    added = []  # (offset, text)
    for begin, end in bodies:
        here = [mutant for mutant in mutants if begin < mutant.begin < end]
        for mutant in here:
            changed = source[begin:mutant.begin] + mutant.text + source[mutant.end:end]
            added += [(begin, "{ if (mutant == %d) %s else " % (mutant.number, changed)), (end, "}"),
                      (statements[mutant.begin] or begin + 1,
                       "if (mutant < 0) reach_mutant(%d); " % mutant.number)]
        chosen += here
    for at, text in sorted(added, reverse=True):
        source = source[:at] + text + source[at:]
    return CHOOSE % (1 + max((mutant.number for mutant in mutants), default=0), REACHED) + source, chosen


# ---- building and testing

def kill_group(leader):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def run(command, cpu, wall, mutant=0):
    """Run in the copy of the tree. Return (passed, reason if not, CPU seconds, output)."""

    def limit():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))  # mutants may allocate any
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 30, 2 << 30))

    shutil.rmtree(SCRATCH, ignore_errors=True)  # left by a test that was killed
    os.makedirs(SCRATCH)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = subprocess.Popen(
        command, cwd=TREE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, preexec_fn=limit,
        env=dict(os.environ, ARCHIVES="", RANGES_EVERY="97", TMPDIR=SCRATCH, MUTANT=str(mutant)))
    late = threading.Event()
    timer = threading.Timer(wall, lambda: (late.set(), kill_group(child.pid)))
    timer.start()
    why = ""
    output = []
    for line in child.stdout:  # until the first case that fails
        output.append(line.decode("utf-8", "replace"))
        if output[-1].startswith("not ok") and "# TODO" not in output[-1]:
            why = output[-1].rstrip("\n")
            break
    if not why:
        child.wait()
    timer.cancel()
    kill_group(child.pid)  # processes that a test left running
    child.wait()
    child.stdout.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if late.is_set():
        why = "too slow"
    elif child.returncode and not why:
        why = "exit status %d" % child.returncode
    return not why, why, used, "".join(output)


def build(*targets):
    return run([*MAKE, *targets], 600, 900)


def command_of(test):
    program = {".sh": ["sh"], ".py": [sys.executable]}.get(test[-3:])
    return [*program, "tests/" + test] if program else ["build/tests/" + test]


def all_tests():
    """Return the tests of `make check` that can distinguish mutants from the program."""
    listed = subprocess.run(
        MAKE + ["--eval", "print-tests: ; @echo $(TESTS) $B/tests/oracle_rfc1738 $(SCRIPTS)", "print-tests"],
        cwd=TREE, stdout=subprocess.PIPE, check=True).stdout.decode().split()
    names = [re.sub("^(build/)?tests/", "", name) for name in listed]
    return [name for name in names if not NOT_RUN.search(name)]


def write(name, content):
    """Write a file in the copy of the tree, unless it already has this content."""
    path = pathlib.Path(TREE, name)
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def copy_tree(changed):
    """Copy all tracked and new files, with these changes. Return a hash of the copy."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=TOP,
        stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
    digest = hashlib.sha1()
    for name in filter(os.path.isfile, (os.path.join(TOP, name) for name in listed if name)):
        content = pathlib.Path(name).read_bytes()
        relative = os.path.relpath(name, TOP)
        content = changed.get(relative, "").encode() or content
        digest.update(b"%s %d %s" % (relative.encode(), len(content), content))
        write(relative, content)
        shutil.copymode(name, os.path.join(TREE, relative))
    return digest.hexdigest()


def measure(names, tree):
    """Return for each test without a mutant: CPU seconds, seconds, and the mutants that it reaches.
    Tests that fail are skipped."""
    for line in lines_of(BASELINE):
        if json.loads(line)["tree"] == tree:
            return json.loads(line)["tests"]
    tests = {}
    for test in names:
        open(REACHED, "w").close()
        began = time.monotonic()
        good, why, used, _ = run(command_of(test), 300, 600, -1)
        if not good:
            print("# %s fails without a mutant and is not run: %s" % (test, why))
            continue
        tests[test] = (used, time.monotonic() - began, sorted(set(map(int, lines_of(REACHED)))))
        print("# %6.1f s  %s" % (used, test), flush=True)
    pathlib.Path(BASELINE).write_text(json.dumps({"tree": tree, "tests": tests}), encoding="utf-8")
    return tests


@functools.lru_cache(maxsize=None)
def compiler():
    """Return the compiler and its options, which are the same for all files."""
    rule = "print-flags: ; @echo '$(subst ',,$(COMPILE) $(MAIL_CFLAGS) $(ICU_CFLAGS) $(CURSES_CFLAGS))'"
    return subprocess.run([*MAKE, "--eval", rule, "print-flags"], cwd=TREE, check=True,
                          stdout=subprocess.PIPE).stdout.decode().split()


def compiled(file, source, *options):
    """Return the compiler's output for the text of a C file, or None."""
    done = subprocess.run(
        [*compiler(), "-MF", "/dev/null", "-DURLGREP_BUILD", "-iquote", os.path.dirname(file),
         *options, "-o", "-", "-x", "c", "-"], cwd=TREE, input=source.encode(), check=False,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return None if done.returncode else done.stdout


def prepare(mutants, sources):
    """Build all mutants of functions into one program. Return the measured tests, and the mutants
    in the program."""
    if not os.path.exists(TREE):  # for the tables that the build makes
        copy_tree({})
        build(*PROGRAMS)
    changed, chosen = {}, []
    for file in sorted({mutant.file for mutant in mutants if mutant.file.endswith(".c")}):
        source = sources[file]
        text, here = all_in_one(source, [mutant for mutant in mutants if mutant.file == file])
        if compiled(file, text, "-fsyntax-only") is None:  # some are not valid C
            text, here = all_in_one(source, [mutant for mutant in here if compiled(
                file, changed_source(mutant, source), "-fsyntax-only") is not None])
        changed[file] = text
        chosen += here
    tree = copy_tree(changed)
    good, why, _, output = build("tests", *PROGRAMS)
    if not good:
        sys.exit("mutants.py: the tree does not build: %s\n%s" % (why, output[-2000:]))
    return measure(all_tests(), tree), set(chosen)


def run_tests(order, tests, mutant):
    """Run tests until one fails. Return the test and the reason, or None."""
    for test in order:
        if not mutant and "." not in test and not build(command_of(test)[0])[0]:
            return test, "does not link"
        cpu = int(3 * tests[test][0]) + 3
        good, why, _, _ = run(command_of(test), cpu, 8 * (cpu + tests[test][1]), mutant)
        if not good:
            return test, why
    return None


def try_mutant(mutant, source, tests, in_program, kills, longest):
    """Return (result, test, why): killed, survived, equivalent or "not built"."""
    changed = changed_source(mutant, source)
    group = mutant.file.split("/")[1]
    order = sorted((test for test in tests if tests[test][1] <= longest and (
        not in_program or mutant.number in tests[test][2])), key=lambda test: (tests[test][1] + .01) / (
            1 + 20 * kills[mutant.file, test] + kills[group, test]))
    before = None
    if not in_program:
        before = pathlib.Path(TREE, mutant.file).read_bytes()
        write(mutant.file, changed.encode())
    try:
        good, _, _, output = build(*PROGRAMS) if before else (True, "", 0, "")
        if not good:  # a table that the build rejects is killed by the build
            return ("not built", "", "") if mutant.file.endswith(".c") else (
                "killed", "build", output.strip().split("\n")[0][:120])
        killer = run_tests(order, tests, mutant.number if in_program else 0)
    finally:
        if before:
            write(mutant.file, before)
    if killer:
        return "killed", *killer
    if mutant.file.endswith(".c"):
        code = [compiled(mutant.file, text, "-O2", "-S") for text in (source, changed)]
        if code[0] == code[1]:
            return "equivalent", "", "the compiler makes the same code"
    return "survived", "", "%d tests reach it" % len(order)


# ---- the state

def key_of(mutant, source):
    """Return a key for a mutant that changes if its line changes."""
    digest = hashlib.sha1(source.split("\n")[mutant.line - 1].encode()).hexdigest()[:10]
    return ":".join(map(str, (mutant.file, mutant.line, mutant.begin - source.rfind(
        "\n", 0, mutant.begin), mutant.kind, mutant.text, digest)))


def changed_source(mutant, source):
    return source[:mutant.begin] + mutant.text + source[mutant.end:]


def changed_line(mutant, source):
    """Return the line before and after the change."""
    begin, end = source.rfind("\n", 0, mutant.begin) + 1, (source + "\n").find("\n", mutant.end)
    return (source[begin:end].strip(),
            (source[begin:mutant.begin] + mutant.text + source[mutant.end:end]).strip())


def lines_of(path):
    with contextlib.suppress(FileNotFoundError), open(path, encoding="utf-8") as file:
        yield from file


def equivalents():
    """Return the mutants whose change no test could see: file, line before, line after"""
    return {tuple(line.rstrip("\n").split("\t")[:3])
            for line in lines_of(os.path.join(HERE, "equivalent.tsv")) if line[0] not in "#\n"}


def is_equivalent(row, same):
    lines = (re.sub(r"\s+", " ", row[which]) for which in ("before", "after"))
    return (row["file"], *lines) in same


def sample(arguments):
    """Return the mutants to run, with the source of each."""
    by_group, sources = [], {}
    for name in arguments.names or GROUPS:
        mutants = []
        for file in [name] if os.path.isfile(os.path.join(TOP, name)) else files_of(name):
            sources[file] = pathlib.Path(TOP, file).read_text(encoding="utf-8")
            mutants += mutants_of(file, sources[file])
        random.Random("%s %d" % (name, arguments.seed)).shuffle(mutants)
        by_group.append(mutants[:arguments.count])
    # in turn, so that an interrupted run has some of each group
    chosen = [mutant for turn in itertools.zip_longest(*by_group) for mutant in turn if mutant]
    return [mutant._replace(number=i) for i, mutant in enumerate(chosen, 1)], sources


def report(rows, goal):
    """Print kill rates and survivors. Return false if the goal is missed."""
    same = equivalents()
    table = {}
    for row in rows:
        if row["result"] == "survived" and is_equivalent(row, same):
            row["result"] = "equivalent"
        if row["result"] == "not built":
            continue
        for group in (row["file"].split("/")[1], "total"):
            table.setdefault(group, collections.Counter())[row["result"]] += 1
    table["total"] = table.pop("total")
    print("\n%-10s %7s %7s %9s %11s %10s" % (
        "group", "mutants", "killed", "survived", "equivalent", "kill rate"))
    for group, counts in table.items():
        killed, survived = counts["killed"], counts["survived"]
        rate = 100 * killed / max(1, killed + survived)
        print("%-10s %7d %7d %9d %11d %8.1f %%" % (
            group, sum(counts.values()), killed, survived, counts["equivalent"], rate))
    for row in rows:
        if row["result"] == "survived":
            print("\n%s:%d: survived (%s)\n-%s\n+%s" % (
                row["file"], row["line"], row["kind"], row["before"], row["after"]))
    return rate >= goal


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--count", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--goal", type=float, default=0)
    parser.add_argument("--longest", type=float, default=float("inf"))
    parser.add_argument("--survivors", action="store_true")
    arguments = parser.parse_args()
    chosen, sources = sample(arguments)
    os.nice(5)
    atexit.register(shutil.rmtree, SCRATCH, True)
    state = {row["key"]: row for row in map(json.loads, lines_of(STATE))}
    same = equivalents()
    rows = []
    keys = {mutant: key_of(mutant, sources[mutant.file]) for mutant in chosen}
    tests, in_program = prepare(chosen, sources)
    kills = collections.Counter()
    for mutant in sorted(chosen, key=lambda mutant: mutant not in in_program):
        source = sources[mutant.file]
        row = state.get(keys[mutant])
        if row is None or arguments.survivors and row["result"] == "survived" and \
                not is_equivalent(row, same):
            began = time.monotonic()
            result, test, why = try_mutant(mutant, source, tests, mutant in in_program, kills,
                                           arguments.longest)
            before, after = changed_line(mutant, source)
            row = {"key": keys[mutant], "file": mutant.file, "line": mutant.line,
                   "kind": mutant.kind, "result": result, "test": test, "why": why,
                   "before": before, "after": after}
            with open(STATE, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print("# %s:%d: %s%s (%.1f s)" % (mutant.file, mutant.line, result, test and " by " + test,
                                              time.monotonic() - began), flush=True)
        kills.update([(row["file"], row["test"]), (row["file"].split("/")[1], row["test"])])
        rows.append(row)
    return 0 if report(rows, arguments.goal) else 1


if __name__ == "__main__":
    sys.exit(main())
