"""Mutations of pickled URLs and messages: each raises an exception or makes a usable object.
Run by test_find.py."""
import io
import os
import pickle
import random
import resource
import warnings

import urlgrep
from support import TOP

MUTATIONS = int(os.environ.get("MUTATIONS") or 20000)
# the only names that pickles of URLs and messages need
NAMES = {("urlgrep._urlgrep", "url_of_values"): urlgrep._urlgrep.url_of_values,
         ("urlgrep", "Message"): urlgrep.Message, ("urlgrep", "URL"): urlgrep.URL}


class Unpickler(pickle.Unpickler):
    def find_class(self, module, name):
        return NAMES[module, name]


def pickles():
    message, = urlgrep.mbox(os.path.join(TOP, "corpus/demo.eml"))
    url, = urlgrep.find("https://www.google.com/url?q=http%3A%2F%2Fh.example%2F")
    return [pickle.dumps(thing, version) for thing in (message, url)
            for version in range(pickle.HIGHEST_PROTOCOL + 1)]


def mutated(data, chance):
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        way = chance.randrange(4)
        if way == 0:
            data[at] = chance.randrange(256)
        elif way == 1:
            data[at] ^= 1 << chance.randrange(8)
        elif way == 2:
            del data[at:at + chance.randint(1, 9)]
        else:
            data[at:at] = data[at:at + chance.randint(1, 40)]
        data = data or bytearray(b".")
    return bytes(data)


def use(thing):
    if isinstance(thing, urlgrep.URL):
        str((str(thing), repr(thing), hash(thing), thing.to_dict(), sorted([thing, thing])))
        pickle.loads(pickle.dumps(thing))
    elif isinstance(thing, urlgrep.Message):
        str((repr(thing), thing.texts, thing.message_id, thing.date))
        for url in thing.urls:
            use(url)


def main():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    warnings.simplefilter("ignore")
    chance = random.Random(43)
    kept = pickles()
    raised = used = 0
    for _ in range(MUTATIONS):
        try:
            use(Unpickler(io.BytesIO(mutated(chance.choice(kept), chance))).load())
            used += 1
        except Exception:  # any exception is fine, but not a crash
            raised += 1
    print(f"{MUTATIONS} mutations, {raised} raise, {used} are used")


main()
