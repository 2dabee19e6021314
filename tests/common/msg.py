"""Write Outlook messages (.msg): compound files ([MS-CFB]) of MAPI properties ([MS-OXMSG]). No
program in Debian writes them; msgconvert reads those written here (tests/mail/outlook.py)."""
import struct

STRING8, UNICODE, BINARY, LONG, TIME, OBJECT = 0x1E, 0x1F, 0x102, 3, 0x40, 0x0D
NONE, END, TABLE, LIST = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC
CUTOFF, MINI = 4096, 64
MAGIC = bytes.fromhex("d0cf11e0a1b11ae1")


def pad(data, size):
    return data + bytes(-len(data) % size)


def storage(*rows, head=32):
    """Return a storage. Each row is a property (type, id, value), or an entry (name, value) whose
    value is a storage or bytes."""
    entries, numbers = {}, b""
    for row in rows:
        if len(row) == 2:
            entries[row[0]] = row[1]
            continue
        kind, number, value = row
        if kind in (LONG, TIME):
            numbers += struct.pack("<HHIQ", kind, number, 6, value)
            continue
        if isinstance(value, str):
            value = value.encode("utf-16le" if kind == UNICODE else "cp1252")
        entries[f"__substg1.0_{number:04X}{kind:04X}"] = value
        size = 0xFFFFFFFF if isinstance(value, dict) else len(value) + (2 if kind == UNICODE else 1)
        numbers += struct.pack("<HHIII", kind, number, 6, size, 0)
    entries["__properties_version1.0"] = bytes(head) + numbers
    return entries


def message(*rows, files=(), head=32):
    attached = [(f"__attach_version1.0_#{i:08X}", file) for i, file in enumerate(files)]
    names = {f"__substg1.0_000{n}0102": b"" for n in (2, 3, 4)}
    return storage((UNICODE, 0x001A, "IPM.Note"), *rows, ("__nameid_version1.0", names), *attached, head=head)


def attachment(name, data, *rows):
    """Return an attached file; data is a storage for a message."""
    if isinstance(data, dict):
        return storage((OBJECT, 0x3701, data), (LONG, 0x3705, 5), *rows, head=8)
    return storage((BINARY, 0x3701, data), (LONG, 0x3705, 1), (UNICODE, 0x3707, name), *rows, head=8)


class Writer:
    def __init__(self, shift, step):
        self.shift, self.size = shift, 1 << shift
        self.step = step  # between sectors of a stream; unless it is 1, they are out of order
        self.sectors, self.table, self.mini, self.mini_table, self.entries = [], [], b"", [], []

    def chain(self, data):
        """Write a stream in sectors. Return the number of the first."""
        count = -(-len(data) // self.size)
        data = pad(data, self.size)
        begin = len(self.sectors)
        order = sorted(range(count), key=lambda i: (i * self.step) % count if self.step > 1 else i * self.step)
        place = {piece: begin + i for i, piece in enumerate(order)}
        self.sectors += [data[i * self.size:(i + 1) * self.size] for i in order]
        links = {place[i]: place[i + 1] if i + 1 < count else END for i in range(count)}
        self.table += [links[begin + i] for i in range(count)]
        return place[0] if count else END

    def stream(self, data):
        if len(data) >= CUTOFF:
            return self.chain(data)
        if not data:
            return END
        begin = len(self.mini_table)
        count = -(-len(data) // MINI)
        self.mini += pad(data, MINI)
        self.mini_table += [*range(begin + 1, begin + count), END]
        return begin

    def add(self, name, content):
        """Add an entry and its children. Return its number."""
        number = len(self.entries)
        self.entries.append(None)
        child, start, size = NONE, 0, 0
        if isinstance(content, dict):
            names = sorted(content, key=lambda key: (len(key), key.upper()))
            child = self.tree([(key, self.add(key, content[key])) for key in names])
        else:
            start, size = self.stream(content), len(content)
        kind = 5 if number == 0 else 1 if isinstance(content, dict) else 2
        self.entries[number] = [name, kind, (NONE, NONE), child, start, size]
        return number

    def tree(self, numbers):
        """Link the entries as a balanced tree. Return its root."""
        if not numbers:
            return NONE
        middle = len(numbers) // 2
        number = numbers[middle][1]
        left, right = self.tree(numbers[:middle]), self.tree(numbers[middle + 1:])
        self.entries[number][2] = (left, right)
        return number

    def entry(self, row):
        name, kind, (left, right), child, start, size = row
        wide = name.encode("utf-16le") + b"\0\0"
        return wide.ljust(64, b"\0") + struct.pack("<HBBIII", len(wide), kind, 1, left, right, child) + \
            bytes(36) + struct.pack("<IQ", start, size)


def compound_file(root, shift=9, step=1):
    """Return the bytes of a compound file with these storages and streams."""
    w = Writer(shift, step)
    w.add("Root Entry", root)
    mini = w.chain(w.mini)
    mini_table = w.chain(b"".join(struct.pack("<I", n) for n in w.mini_table))
    mini_count = -(-len(w.mini_table) * 4 // w.size)
    w.entries[0][4:] = [mini, len(w.mini)]
    directory = w.chain(b"".join(w.entry(row) for row in w.entries))
    per = w.size // 4
    tables = lists = 0
    while tables * per < len(w.sectors) + tables + lists:
        tables += 1
        lists = -(-max(tables - 109, 0) // (per - 1))
    first = len(w.sectors)
    places = [*range(first, first + tables)]
    table = w.table + [TABLE] * tables + [LIST] * lists
    table += [NONE] * (tables * per - len(table))
    w.sectors += [struct.pack(f"<{per}I", *table[i * per:(i + 1) * per]) for i in range(tables)]
    for i in range(lists):
        rest = places[109 + i * (per - 1):][:per - 1]
        after = first + tables + i + 1 if i + 1 < lists else END
        w.sectors.append(struct.pack(f"<{per}I", *rest, *[NONE] * (per - 1 - len(rest)), after))
    header = MAGIC + bytes(16) + struct.pack("<HHHHH", 0x3E, 3 if shift == 9 else 4, 0xFFFE, shift, 6) + \
        bytes(6) + struct.pack("<IIIIIIIIII", 0, tables, directory, 0, CUTOFF, mini_table, mini_count,
                               first + tables if lists else END, lists, places[0])
    header += b"".join(struct.pack("<I", n) for n in (places[1:109] + [NONE] * 108)[:108])
    return header.ljust(w.size, b"\0") + b"".join(w.sectors)
