"""python -m urlgrep: print the URLs in files, or in standard input, one per line."""
import os
import sys

from . import mbox


def shown(text):
    """Return the text with escapes for characters that a terminal might interpret as commands."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def search(source):
    """Print the URLs in one input. Return whether there are any, and the errors."""
    found, errors = False, []
    for message in mbox(source):
        for url in message.urls:
            found = True
            print(shown(url.url))
        errors += [f"{message.path}: {error}" for error in message.errors]
    return found, errors


def main():
    status = 1
    if any(name[0:1] == "-" != name for name in sys.argv[1:]):
        print("usage: python -m urlgrep [FILE]...\nThe command urlgrep has options.",
              file=sys.stderr)
        return 2
    sys.stdout.reconfigure(errors="backslashreplace")
    for file in sys.argv[1:] or ["-"]:
        try:
            found, errors = search(sys.stdin.buffer if file == "-" else file)
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as error:
            found, errors = False, [f"{file}: {getattr(error, 'strerror', None) or error}"]
        for error in errors:
            print(f"urlgrep: {shown(error)}", file=sys.stderr)
            status = 2
        if found and status == 1:
            status = 0
    return status


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has exited, as in "| head"
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 141  # 128 + SIGPIPE, as a shell reports it
    sys.exit(status)
