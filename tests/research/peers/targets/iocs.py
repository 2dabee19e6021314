"""iocs.py - what ioc-finder finds: standard input has texts as lines of JSON; for each, prints
[the URLs, the names]."""
import json
import sys

from ioc_finder import find_iocs

for line in sys.stdin:
    found = find_iocs(json.loads(line))
    print(json.dumps([list(found["urls"]), list(found["domains"]) + list(found["ipv4s"])]))
