#!/usr/bin/env python3
"""completions.py - the output of --generate (TAP): the scripts for bash, zsh and fish have the
options of --help=all with the same values, and bash and fish complete words with them
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(os.path.dirname(HERE), "common"))
from tap import URLGREP, done_testing, equal, ok, skip


# the word before the cursor, and its completions
CASES = {
    "--gram": ["--grammar"],
    "--grammar=r": ["--grammar=rfc1738"],
    "--color=": ["--color=always", "--color=auto", "--color=never"],
    "--c": ["--check", "--color", "--column", "--context", "--count", "--csv"],
    "--as=m": ["--as=mail", "--as=mbox"],
    "in": [],
    "--email=h": ["--email=high"],
    "--help=": ["--help=all"],
    "--scheme=goph": ["--scheme=gopher", "--scheme=gophers"],
    "--warni": [],
    "--deny=userinfo,empty-": ["--deny=userinfo,empty-user"],
    "--csv=url,pa": ["--csv=url,part", "--csv=url,password", "--csv=url,path"],
    "--only=url,n": ["--only=url,name"],
    "-u e": [],
    "--unique e": [],
}

# Each program prints the completions of each line of its input, and a dot.
PROGRAMS = {
    "bash": r"""
. "$0" && complete -p urlgrep >/dev/null || exit 1
while IFS= read -r line; do
	COMP_WORDS=(urlgrep ${line%%=*}) name=
	case $line in *=*) name=${line%%=*}= COMP_WORDS+=(=) ;; esac
	test -z "$name" -o -z "${line#*=}" || COMP_WORDS+=("${line#*=}")
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	_urlgrep
	printf '%s\n' "${COMPREPLY[@]/#/$name}" .
done""",
    "fish": r"""
source $argv[1]
while read -l line
	complete -C "urlgrep $line" | string replace -r '\t.*' ''
	echo .
end""",
}


def generate(what):
    done = subprocess.run([URLGREP, "--generate=" + what], capture_output=True, text=True,
                          timeout=60, check=False)
    ok(done.returncode == 0 and not done.stderr and done.stdout, f"--generate={what}", done.stderr)
    return done.stdout


def options_of_help():
    """Return the options, each with its letter."""
    text = subprocess.run([URLGREP, "--help=all"], capture_output=True, text=True, timeout=60,
                          check=False).stdout
    return {name: letter for letter, name in
            re.findall(r"^ +(?:-(.), )?--([a-z0-9-]+)", text, re.M)}


def options_in(shell, text):
    """Return the options that a script completes, each with its letter."""
    if shell == "bash":
        return {name: letter for name, letter in
                re.findall(r"^\t{3}--([a-z0-9-]+)=?(?: -(.))?$", text, re.M)}
    if shell == "fish":
        return {name: letter for letter, name in
                re.findall(r"^complete -c urlgrep (?:-s (.) )?-l ([a-z0-9-]+)", text, re.M)}
    return {name: letter or "" for letter, name in
            re.findall(r"^\t'(?:\(-(.) --[a-z0-9-]+\)(?:'\{-.\+?,)?)?--([a-z0-9-]+)", text, re.M)}


def values_in(shell, text):
    """Return the options that have lists of values, with these values."""
    pattern = {
        "bash": r"^\t--([a-z0-9-]+)=?(?:\|--[a-z0-9-]+=)?\) (?:list=yes )?words='(.*)' ;;$",
        "fish": r"^complete -c urlgrep .*?-l ([a-z0-9-]+) .*-a '(?:\(__fish_append , )?(.*?)\)?'",
        "zsh": r"^\t.*?--([a-z0-9-]+)=-?['}].*?(?::_values -s , \S+ |:\((?=\w))(.*?)\)?\" \\$",
    }[shell]
    return {name: sorted(values.split()) for name, values in re.findall(pattern, text, re.M)}


def complete(shell, script, lines):
    """Return the shell's completions of each line."""
    with tempfile.NamedTemporaryFile("w") as file, tempfile.TemporaryDirectory() as empty:
        file.write(script)
        file.flush()
        done = subprocess.run([shell, "-c", PROGRAMS[shell], file.name], cwd=empty,
                              input="\n".join(lines) + "\n", text=True, check=False, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    words = [""]
    for word in done.stdout.splitlines():
        words[-1:] = [words[-1], ""] if word == "." else [f"{words[-1]} {word}"]
    return {line: sorted({word.rstrip("=") for word in found.split()})
            for line, found in zip(lines, words)}


def main():
    known = options_of_help()
    ok(len(known) > 50, "--help=all has options")
    scripts = {shell: generate(shell) for shell in ("bash", "zsh", "fish")}
    values = {shell: values_in(shell, script) for shell, script in scripts.items()}
    for shell, script in scripts.items():
        equal(options_in(shell, script) or None, known, f"{shell}: the options of --help=all")
        equal(values[shell] or None, values["bash"], f"{shell}: their values")
        if not shutil.which(shell):
            skip(f"{shell} reads it", f"no {shell} (install {shell})")
            continue
        done = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True, check=False)
        ok(script and done.returncode == 0 and not done.stderr, f"{shell} reads it", done.stderr)
        if shell in PROGRAMS:
            equal(complete(shell, script, list(CASES)), CASES, f"{shell} completes words")
            words = complete(shell, script, ["-"])["-"]
            ok(20 < len(words) < 60, f"{shell}: one screen for -", str(len(words)))
            ok("-uexact" not in complete(shell, script, ["-u"])["-u"], f"{shell}: -u takes no argument")
        else:
            ok("-u+" not in script, f"{shell}: -u takes no argument")
    warnings = dict(line.split("\t") for line in generate("warnings").splitlines())
    equal(sorted(warnings), [name for name in values["bash"]["deny"] if name != "all"],
          "--generate=warnings: those of --deny, each with a meaning")
    ok(all(warnings.values()), "each has a meaning")
    done_testing()


main()
