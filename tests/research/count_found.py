"""Count how many URLs, whose places in a text are known, a program finds."""
import json
import subprocess


def result(url, finding):
    """Say how the finding at the URL's place differs from the URL."""
    if finding is None:
        return "missing"
    kind = "found" if finding["url"] == url else "short" if url.startswith(finding["url"]) else "other"
    return kind + (", high confidence" if finding["confidence"] == "high" else ", in doubt")


def count(program, text, urls, counts):
    """Add the results to counts. urls: by offset, each URL with whether it is broken."""
    run = subprocess.run([program, "--json", "--as=text"], input=text, capture_output=True, check=False)
    found = (json.loads(line) for line in run.stdout.splitlines())
    found = {f["offset"]: f for f in found if f["type"] == "url"}
    for offset, (url, is_broken) in urls.items():
        counts["broken" if is_broken else "whole", result(url, found.get(offset))] += 1


def show(counts):
    for (kind, what), number in sorted(counts.items()):
        print(f"{number:6} {kind}: {what}")
