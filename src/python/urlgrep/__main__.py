"""python -m urlgrep: print the URLs of files, or of standard input, one per line."""
import argparse
import json
import os
import sys

from . import __version__, mbox


MEMBERS = ("file", "line", "offset", "length", "url", "verdict", "parts", "warnings")


def print_url(url, as_json):
    if as_json:
        print(json.dumps({name: getattr(url, name) for name in MEMBERS}))
    else:
        # bytes that are not UTF-8, or would change the terminal, are shown as escapes
        text = url.url.encode("utf-8", "backslashreplace").decode()
        print("".join(c if c.isprintable() else c.encode("unicode_escape").decode()
                      for c in text))


def search(source, arguments):
    """Print the URLs of one input. Return whether there are any, and errors."""
    found, errors = False, []
    for message in mbox(source, all=arguments.all, grammar=arguments.grammar):
        for url in message.urls:
            found = True
            print_url(url, arguments.json)
        errors += [f"{message.path}: message at byte {message.offset}: {error}"
                   for error in message.errors]
    return found, errors


def read_arguments(arguments):
    parser = argparse.ArgumentParser(prog="python -m urlgrep", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--all", action="store_true", help="print invalid URLs, too")
    parser.add_argument("--grammar", default="current", help="the grammar that judges")
    parser.add_argument("--json", action="store_true", help="print JSON Lines")
    parser.add_argument("--version", action="version", version=f"urlgrep {__version__}")
    return parser.parse_args(arguments)


def main(arguments=None):
    arguments = read_arguments(arguments)
    status = 1
    for file in arguments.files or ["-"]:
        try:
            found, errors = search(sys.stdin.buffer if file == "-" else file, arguments)
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as error:
            found, errors = False, [str(error)]
        for error in errors:
            print(f"urlgrep: {error}", file=sys.stderr)
            status = 2
        if found and status == 1:
            status = 0
    return status


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output is gone, as after "| head"
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 141  # 128 + SIGPIPE, as a shell reports it
    sys.exit(status)
