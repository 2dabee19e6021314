#!/usr/bin/env python3
"""Mutation testing: change the program in one place, and require that a test fails.

    tests/research/mutants/mutants.py [OPTION...] [GROUP | FILE]...

A mutant is one change of one token in src/: an operator, a constant, a condition that is
negated, a statement that is removed, a value that is returned; in a grammar an
alternative, a quantifier, a class or a look-around. Mutants are sampled with a seed from
each group (a directory of src/; all GROUPS by default), or from the files that are named.

Each mutant is built without optimization in a copy of the tree, and the tests are run in
turn, those that concern the file first, until one fails: the mutant is killed. A mutant
that no test kills survives and is listed with its line before and after. A test that
takes far more CPU seconds than without a mutant has failed. A survivor from which the
compiler makes the same optimized code as from the original is equivalent.

What was done is kept in build/mutants/state.jsonl: an interrupted run goes on where it
was, and a mutant of a file that has changed since is done again.

    --count N      mutants of each group (15)
    --seed N       another sample (1)
    --goal PERCENT fail if fewer are killed; equivalent mutants (equivalent.tsv) do not count
    --seconds N    end after N seconds
    --longest N    leave out tests that take more than N CPU seconds, but for those that
                   concern the file (3)
    --list         print the mutants, do nothing
    --survivors    run the survivors again that are in the state
"""
import argparse
import atexit
import collections
import hashlib
import itertools
import json
import os
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
# outside of the work tree, whose .gitignore urlgrep obeys
SCRATCH = os.path.join(tempfile.gettempdir(), "urlgrep-mutants.%d" % os.getpid())
STATE = os.path.join(WORK, "state.jsonl")
BASELINE = os.path.join(WORK, "baseline.json")
GROUPS = ["util", "url", "text", "grammar", "input", "mail", "html", "find", "cmd"]
MAKE = ["make", "-s", "CC=" + os.environ.get("CC", "cc"), "CFLAGS=-O0 -g0 -w", "LDFLAGS="]

# A mutant may ask for any amount.
MAX_MEMORY = 4 << 30
MAX_FILE = 2 << 30

# Tests that show the most of a group, and all tests, which come after them.
FIRST = {
    "util": ["unit/util/test_ascii", "unit/util/test_ascii_portable",
             "unit/util/test_memory", "unit/util/test_idna", "unit/util/test_uri",
             "library/test_scan", "cli/corpus.sh"],
    "url": ["library/test_tables", "unit/url/test_match", "unit/url/test_patterns",
            "library/test_scan", "cli/corpus.sh", "library/test_library"],
    "names": ["library/test_scan", "cli/corpus.sh"],
    "unwrap": ["library/test_unwrap", "unwrap/unwrap.sh"],
    "text": ["library/test_characters", "library/test_findings", "library/test_scan",
             "unit/text/test_lines", "unit/text/test_rules",
             "library/test_readable", "cli/corpus.sh", "unit/text/test_prefilter", "cli/join_evidence.sh"],
    "grammar": ["library/test_tables", "library/test_scan",
                "oracle_rfc1738"],
    "input": ["unit/input/test_text", "unit/input/test_magic",
              "unit/input/test_archive", "unit/input/test_gzip", "unit/input/test_range_stream",
              "unit/input/test_read_ahead", "cli/corpus.sh", "mail/mail.sh",
              "cli/cli.sh"],
    "mail": ["library/test_mail_api", "unit/mail/test_message", "unit/mail/test_header",
             "unit/mail/test_mbox", "unit/mail/test_media_type", "unit/mail/test_transfer",
             "cli/corpus.sh", "mail/mail.sh", "unit/mail/test_container", "mail/winmail.py",
             "mail/smime.py", "cli/cli.sh"],
    "html": ["unit/html/test_html",
             "mail/html_entities.py", "cli/corpus.sh", "mail/mail.sh"],
    "find": ["library/test_mail_api", "unit/find/test_record_file", "unit/find/test_file_type",
             "unit/find/test_html_links", "unit/find/test_text_search", "cli/corpus.sh",
             "cli/join_evidence.sh", "mail/mail.sh", "cli/cli.sh", "files/ranges.py"],
    "row": ["unit/cmd/test_fields", "output/fields.py", "mail/messages.py", "cli/cli.sh",
            "docs/json_schema.py"],
    "cmd": ["unit/cmd/test_print", "unit/cmd/test_files",
            "unit/cmd/test_parallel", "output/help.sh", "cli/corpus.sh",
            "files/walk.sh", "cli/golden.py", "cli/cli.sh", "cli/join_evidence.sh",
            "output/formats.py", "files/ranges.py", "docs/json_schema.py", "files/parallel.py"],
}
# What a test program includes that calls these groups; a program that includes nothing of
# them cannot tell their mutants. Scripts call everything.
LATER = dict.fromkeys(["input", "mail", "html", "find"], re.compile(
    r'#include "(?:(?:input|mail|html|find|cmd|pick)/|urlgrep_mail\.h|mail_findings\.h)'))
LATER["cmd"] = re.compile(r'#include "(?:cmd|pick)/')

# These need other programs, or take minutes.
NOT_RUN = re.compile(r"^(robustness|packaging|source)/|words\.sh|examples\.sh|example_mail\.sh|"
                     r"archive_ranges|readme\.py|urlpick|urlreport")

Mutant = collections.namedtuple("Mutant", "file line begin end text kind")


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
    """The tokens of a file: kind, text, offset; no comments, no preprocessor lines."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    text = ASSERT.sub(blank, PREPROCESSOR.sub(blank, text))
    found = []
    for match in TOKEN.finditer(text):
        if match.lastgroup != "skip":
            found.append((match.lastgroup, match.group(), match.start()))
    return found


def closing(tokens, at):
    """The index of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        if tokens[i][1] in "([{" and tokens[i][0] == "mark":
            depth += 1
        elif tokens[i][1] in ")]}" and tokens[i][0] == "mark":
            depth -= 1
            if depth == 0:
                return i
    return None


def token_changes(tokens, i):
    """What may stand instead of token i: (kind, text)"""
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
        yield "string", re.sub("[a-z]", lambda m: "q" if m.group() != "q" else "w",
                               text, count=1)
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
    """Changes of the statement that begins at token i: (kind, begin, end, text)"""
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
    """All mutants of a C file."""
    tokens = tokens_of(source)
    closers = {closing(tokens, i + 1) for i, token in enumerate(tokens[:-1])
               if token[1] in ("if", "for", "while", "switch")}
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
    """Is this byte of a rule between "[" and "]"?"""
    begin = rule.rfind("[", 0, at)
    return begin >= 0 and "]" not in re.sub(r"\\.", "..", rule[begin:at])


def grammar_mutants(file, source):
    """All mutants of a grammar."""
    at = 0
    for line, row in enumerate(source.split("\n"), 1):
        rule = row.split(" #")[0]
        if not row.startswith("#"):
            for pattern, other, kind in GRAMMAR:
                for match in pattern.finditer(rule):
                    if kind in ("quantifier", "alternative") and \
                            is_in_class(rule, match.start()):
                        continue
                    yield Mutant(file, line, at + match.start(), at + match.end(),
                                 other(match), kind)
        at += len(row) + 1


def table_mutants(file, source):
    """All mutants of a table: a row that is missing, a number that is another. The texts of
    joins.txt have 4 points, between the thresholds 3 and 6: so points change by 3."""
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


def mutants_of(file):
    with open(os.path.join(TOP, file), encoding="utf-8") as opened:
        source = opened.read()
    if file.endswith(".c"):
        return list(c_mutants(file, source))
    if file.endswith(".pcre"):
        return list(grammar_mutants(file, source))
    return list(table_mutants(file, source))


def files_of(group):
    """The files of a group that may be mutated."""
    found = []
    for directory, _, names in os.walk(os.path.join(TOP, "src", group)):
        for name in names:
            if re.search(r"\.(c|pcre)$|^(schemes|points)\.tsv$", name):
                found.append(os.path.relpath(os.path.join(directory, name), TOP))
    return sorted(set(found))


# ---- building and testing

def kill_group(leader):
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(command, cpu, wall):
    """Run in the copy of the tree; return (passed, why not, CPU seconds, output)."""

    def limit():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE, MAX_FILE))

    shutil.rmtree(SCRATCH, ignore_errors=True)  # of a test that was killed
    os.makedirs(SCRATCH)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = subprocess.Popen(
        command, cwd=TREE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, preexec_fn=limit,
        env=dict(os.environ, ARCHIVES="", RANGES_EVERY="97", TMPDIR=SCRATCH))
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
    kill_group(child.pid)  # what a test left running
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
    if test.endswith(".sh"):
        return ["sh", "tests/" + test]
    if test.endswith(".py"):
        return [sys.executable, "tests/" + test]
    return ["build/tests/" + test]


def all_tests():
    """The tests of `make check` that tell mutants from the program."""
    listed = subprocess.run(
        MAKE + ["--eval", "print-tests: ; @echo $(TESTS) $B/tests/oracle_rfc1738 $(SCRIPTS)", "print-tests"],
        cwd=TREE, stdout=subprocess.PIPE, check=True).stdout.decode().split()
    names = [re.sub("^(build/)?tests/", "", name) for name in listed]
    return [name for name in names if not NOT_RUN.search(name)]


def copy_tree():
    """Copy what git knows, and what is new, into the scratch tree; return a hash of it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=TOP,
        stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
    os.makedirs(TREE, exist_ok=True)
    digest = hashlib.sha1()
    for name in filter(None, listed):
        source, target = os.path.join(TOP, name), os.path.join(TREE, name)
        if not os.path.isfile(source):
            continue
        with open(source, "rb") as file:
            content = file.read()
        digest.update(b"%s %d %s" % (name.encode(), len(content), content))
        if os.path.exists(target):
            with open(target, "rb") as file:
                if file.read() == content:
                    continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(content)
        shutil.copymode(source, target)
    return digest.hexdigest()


def measure(longest, groups, tree):
    """CPU seconds of each test without a mutant; a test that fails is left out, and one
    that is known to take too long is not run, nor any that was run in the same tree."""
    needed = {test for group in groups for test in FIRST[group]}
    known = {}
    if os.path.exists(BASELINE):
        with open(BASELINE, encoding="utf-8") as file:
            known = json.load(file)
    if known.pop("tree", "") == tree:
        build("build/urlgrep", "build/liburlgrep.so")
        return known
    tests = all_tests()
    programs = [name for name in tests if "." not in name]
    good, why, _, output = build("build/urlgrep", "build/liburlgrep.so",
                                 *["build/tests/" + name for name in programs])
    if not good:
        sys.exit("mutants.py: the tree does not build: %s\n%s" % (why, output[-2000:]))
    times = {}
    for test in tests:
        if known.get(test, 0) > longest and test not in needed:
            times[test] = known[test]
            continue
        good, why, used, _ = run(command_of(test), 300, 600)
        if not good:
            print("# %s fails without a mutant and is not run: %s" % (test, why))
            continue
        times[test] = round(used, 2)
        print("# %6.1f s  %s" % (used, test), flush=True)
        with open(BASELINE, "w", encoding="utf-8") as file:
            json.dump(dict(known, **times), file, indent=1)
    with open(BASELINE, "w", encoding="utf-8") as file:
        json.dump(dict(times, tree=tree), file, indent=1)
    return times


def calls(test, group):
    """Can this test call what is in a group?"""
    if "." in test or group not in LATER:
        return True
    path = os.path.join(TREE, "tests", test + ".c")
    if not os.path.exists(path):
        return False  # an oracle, of grammars
    with open(path, encoding="utf-8") as file:
        return LATER[group].search(file.read()) is not None


def tests_for(group, times, longest):
    """The tests that show the most of the group, and the others."""
    first = [name for name in FIRST[group] if name in times]
    rest = sorted((name for name in times if name not in first and calls(name, group)),
                  key=times.get)
    return first, [name for name in rest if times[name] <= longest]


def is_program(test):
    return "." not in test


def run_tests(tests, times):
    """Run tests until one fails; return it and why, or None."""
    for test in tests:
        command = command_of(test)
        if is_program(test) and not build(command[0])[0]:
            return test, "does not link"
        cpu = int(3 * times[test]) + 8
        good, why, _, _ = run(command, cpu, 12 * cpu)
        if not good:
            return test, why
    return None


def optimized(file):
    """What the compiler makes from a file with optimization, in hexadecimal; else ""."""
    target = "build/" + file[len("src/"):-1] + "o"
    rule = run([*MAKE[:-2], "-n", "CFLAGS=-O2 -g0 -w", "-W", file, target], 60, 120)[3]
    command = [line for line in rule.split("\n") if " -c -o " in line][-1]
    command = command.replace(" -c -o " + target, " -c -o optimized.o")
    good, _, _, output = run(["sh", "-c", command + " && od -v -An -tx1 optimized.o"], 300, 600)
    return output if good else ""


def is_same_code(mutant, source):
    """Does the compiler make the same from the mutant, which is in the tree?"""
    path = os.path.join(TREE, mutant.file)
    changed = optimized(mutant.file)
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    return changed != "" and changed == optimized(mutant.file)


def try_mutant(mutant, source, times, longest):
    """Return (result, test, why): killed, survived, equivalent or "not built"."""
    path = os.path.join(TREE, mutant.file)
    with open(path, "w", encoding="utf-8") as file:
        file.write(source[:mutant.begin] + mutant.text + source[mutant.end:])
    try:
        good, _, _, output = build("build/urlgrep")
        if not good:
            # a table that the build refuses is killed by it
            if mutant.file.endswith(".c"):
                return "not built", "", ""
            return "killed", "build", output.strip().split("\n")[0][:120]
        first, rest = tests_for(mutant.file.split("/")[1], times, longest)
        killer = run_tests(first, times)
        if killer is None:
            build(*["build/tests/" + name for name in rest if is_program(name)])
            killer = run_tests(rest, times)
        if killer:
            return "killed", *killer
        if mutant.file.endswith(".c") and is_same_code(mutant, source):
            return "equivalent", "", "the compiler makes the same code"
        return "survived", "", ""
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)


# ---- the state

def key_of(mutant, source):
    """A name for a mutant, and one for its file's content and line."""
    line = source.split("\n")[mutant.line - 1]
    digest = hashlib.sha1(line.encode()).hexdigest()[:10]
    column = mutant.begin - source.rfind("\n", 0, mutant.begin)
    return "%s:%d:%d:%s:%s:%s" % (mutant.file, mutant.line, column, mutant.kind,
                                  mutant.text, digest)


def changed_line(mutant, source):
    """The line before and after."""
    begin = source.rfind("\n", 0, mutant.begin) + 1
    end = source.find("\n", mutant.end)
    end = len(source) if end < 0 else end
    return (source[begin:end].strip(), (source[begin:mutant.begin] + mutant.text +
                                        source[mutant.end:end]).strip())


def load_state():
    state = {}
    if os.path.exists(STATE):
        with open(STATE, encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                state[row["key"]] = row
    return state


def equivalents():
    """Mutants that change nothing that a test could see: file, line before, line after"""
    found = set()
    path = os.path.join(HERE, "equivalent.tsv")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    found.add(tuple(line.rstrip("\n").split("\t")[:3]))
    return found


def squeeze(line):
    return re.sub(r"\s+", " ", line)


def is_equivalent(row, same):
    return (row["file"], squeeze(row["before"]), squeeze(row["after"])) in same


def sample(arguments):
    """The mutants to do, with the source of each."""
    by_group = []
    sources = {}
    for name in arguments.names or GROUPS:
        files = [name] if os.path.isfile(os.path.join(TOP, name)) else files_of(name)
        mutants = []
        for file in files:
            with open(os.path.join(TOP, file), encoding="utf-8") as opened:
                sources[file] = opened.read()
            mutants += mutants_of(file)
        draw = random.Random("%s %d" % (name, arguments.seed))
        draw.shuffle(mutants)
        by_group.append(mutants[:arguments.count])
    # in turn, so that a run that is stopped has some of each group
    turns = itertools.zip_longest(*by_group)
    return [mutant for turn in turns for mutant in turn if mutant], sources


def report(rows, goal):
    """Print kill rates and survivors; return false if the goal is missed."""
    same = equivalents()
    table = collections.OrderedDict()
    survivors = []
    for row in rows:
        group = row["file"].split("/")[1]
        counts = table.setdefault(group, collections.Counter())
        result = row["result"]
        if result == "survived" and is_equivalent(row, same):
            result = "equivalent"
        counts[result] += 1
        if result == "survived":
            survivors.append(row)
    print("\n%-10s %7s %7s %9s %11s %10s" % (
        "group", "mutants", "killed", "survived", "equivalent", "kill rate"))
    total = collections.Counter()
    for group, counts in list(table.items()) + [("all", total)]:
        killed, survived = counts["killed"], counts["survived"]
        print("%-10s %7d %7d %9d %11d %8.1f %%" % (
            group, sum(counts.values()) - counts["not built"], killed, survived,
            counts["equivalent"], 100 * killed / max(1, killed + survived)))
        if counts is not total:
            total.update(counts)
    for row in survivors:
        print("\n%s:%d: survived (%s)\n-%s\n+%s" % (
            row["file"], row["line"], row["kind"], row["before"], row["after"]))
    rate = 100 * total["killed"] / max(1, total["killed"] + total["survived"])
    return rate >= goal


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--count", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--goal", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--longest", type=float, default=3)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--survivors", action="store_true")
    arguments = parser.parse_args()
    chosen, sources = sample(arguments)
    if arguments.list:
        for mutant in chosen:
            print("%s:%d: %s\n-%s\n+%s" % (mutant.file, mutant.line, mutant.kind,
                                           *changed_line(mutant, sources[mutant.file])))
        return 0
    os.nice(5)
    atexit.register(shutil.rmtree, SCRATCH, True)
    end = time.monotonic() + arguments.seconds
    tree = copy_tree()
    times = {}
    state = load_state()
    same = equivalents()
    rows = []
    for mutant in chosen:
        source = sources[mutant.file]
        key = key_of(mutant, source)
        row = state.get(key)
        if row is None or arguments.survivors and row["result"] == "survived" and \
                not is_equivalent(row, same):
            if time.monotonic() > end:
                break
            times = times or measure(arguments.longest,
                                     {mutant.file.split("/")[1] for mutant in chosen}, tree)
            result, test, why = try_mutant(mutant, source, times,
                                           arguments.longest)
            before, after = changed_line(mutant, source)
            row = {"key": key, "file": mutant.file, "line": mutant.line,
                   "kind": mutant.kind, "result": result, "test": test, "why": why,
                   "before": before, "after": after}
            with open(STATE, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print("# %s:%d: %s%s" % (mutant.file, mutant.line, result,
                                     test and " by " + test), flush=True)
        rows.append(row)
    if len(rows) < len(chosen):
        print("# ended after %d of %d mutants; run it again to go on" % (
            len(rows), len(chosen)))
    return 0 if report(rows, arguments.goal) else 1


if __name__ == "__main__":
    sys.exit(main())
