#!/usr/bin/env python3
"""json_schema.py - JSON output conforms to src/doc/urlgrep.schema.json (TAP)

Every line of "urlgrep --json" for corpus/, with several sets of options, is validated. This
is stricter than the schema, which allows additions: here, a member that the schema does not
name is an error. JSON.md and urlgrep-json(5) must name every member and every word of the
schema.
"""
import glob
import json
import os
import re
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, corpus_files, done_testing, ok, skip_all

os.chdir(TOP)
SCHEMA = json.load(open("src/doc/urlgrep.schema.json", encoding="utf-8"))
FILES = corpus_files()
MIN_OBJECTS = 400
VALIDATOR = None


# ---- the validator ----------------------------------------------------------

def closed(schema):
    """Return the schema without room for additions: members that it does not name are errors."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: closed(value) for name, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema:
        schema["additionalProperties"] = False
    return schema


def errors(value):
    """Return the violations of the schema, as text."""
    return (f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(value))


# ---- the output -------------------------------------------------------------

def objects(*arguments, urls=None):
    done = subprocess.run([URLGREP, "--json", *arguments], text=True, check=False,
                          capture_output=True, input=urls,
                          **({} if urls else {"stdin": subprocess.DEVNULL}))
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(what, found, at_least):
    wrong = [f"{error}\n{json.dumps(value)[:200]}" for value in found for error in errors(value)]
    ok(not wrong and len(found) >= at_least, f"{what}: {at_least} objects or more, as the schema says",
       "\n".join(wrong) or f"only {len(found)}")


def check_validator():
    """The validator must find errors."""
    good = objects("corpus/demo.eml")[0]
    for what, change in (
            ("a wrong type", {"line": "8"}), ("true for a number", {"line": True}),
            ("an unknown word", {"form": "round"}), ("an unknown member", {"new": 1}),
            ("a number below its minimum", {"line": 0}), ("no readings", {"readings": []}),
            ("an unknown type of object", {"type": "uri"}),
            ("a wrong member inside", {"message": {"number": 0}}),
            ("base64 that is none", {"path": {"bytes": "%"}})):
        ok(any(errors({**good, **change})), f"the validator rejects {what}")
    missing = {name: value for name, value in good.items() if name != "url"}
    ok(any(errors(missing)), "the validator rejects a missing member")


# ---- the documents ----------------------------------------------------------

def words(schema):
    """Return the names of members and the words of enumerations."""
    if isinstance(schema, list):
        for item in schema:
            yield from words(item)
    elif isinstance(schema, dict):
        for name, value in schema.items():
            if name == "properties":
                yield from value
            if name == "enum":
                yield from value
            yield from words(value)


def check_document(path, but):
    with open(path, encoding="utf-8") as file:
        text = file.read().replace(r"\-", "-")
    missing = sorted(word for word in set(words(SCHEMA)) - but
                     if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text))
    ok(not missing, f"{path} has every word of the schema", " ".join(missing))


def main():
    if jsonschema is None:
        skip_all("no jsonschema (install python3-jsonschema)")
    global VALIDATOR
    VALIDATOR = jsonschema.Draft202012Validator(closed(SCHEMA))
    everything = ["--all", "--headers"]
    check("corpus/", objects(*everything, *FILES), MIN_OBJECTS)
    check("--invalid", objects("--invalid", *FILES), 20)
    check("--iri", objects("--iri", "--all", *FILES), MIN_OBJECTS)
    check("--grammar=rfc1738", objects("--grammar=rfc1738", "--all", *FILES), MIN_OBJECTS)
    check("--grammar=draft", objects("--grammar=draft", "--all", *FILES), MIN_OBJECTS)
    check("--resolve --deny=all", objects("--resolve", "--deny=all", "--all", *FILES), MIN_OBJECTS)
    check("--unwrap=all --strip-tracking --defang",
          objects("--unwrap=all", "--strip-tracking", "--defang", *FILES), 100)
    check("--raw", objects("--raw", "--all", *FILES), 100)
    urls = "".join(line.split(":", 1)[1] for file in sorted(glob.glob("corpus/*.urls"))
                   for line in open(file, encoding="utf-8", errors="replace"))
    check("--check", objects("--check", urls=urls), 300)
    with open("tests/vectors/unwrap.tsv", encoding="utf-8") as table:
        urls = "".join(line.split("\t")[1] + "\n" for line in table if "\t" in line)
    check("--check --unwrap=all --strip-tracking", objects(
        "--check", "--unwrap=all", "--strip-tracking", "--defang", urls=urls), 120)
    check_validator()
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    warnings = set(SCHEMA["$defs"]["warnings"]["items"]["enum"])
    listed = subprocess.run([URLGREP, "--generate=warnings"], text=True, check=True,
                            capture_output=True).stdout
    listed = {line.split("\t")[0] for line in listed.splitlines()}
    ok(warnings == listed, "the schema has the warnings of the command",
       " ".join(sorted(warnings ^ listed)))
    check_document("src/doc/JSON.md", warnings)
    check_document("src/man/urlgrep-json.5", warnings)
    done_testing()


main()
