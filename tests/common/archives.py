"""The mail archives used for measurements: the mboxes in $ARCHIVES, or in build/archives."""
import os
import shutil
import subprocess
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.path.join(TOP, "..", "shared")


class Skip(Exception):
    """There is no mail for measurements."""


def find_directory():
    """Return the directory of the mboxes: $ARCHIVES, or build/archives."""
    given = os.environ.get("ARCHIVES")
    if given:
        if not os.path.isdir(given):
            raise Skip("no archives of mail (set ARCHIVES)")
        return given
    script = os.path.join(SHARED, "tools", "archives.sh")
    if not os.path.exists(script) or shutil.which("zstd") is None:
        raise Skip("no archives of mail (set ARCHIVES)")
    place = os.path.join(TOP, "build", "archives")
    if not os.path.isdir(place):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        fresh = tempfile.mkdtemp(dir=os.path.dirname(place))
        subprocess.run(["sh", script, fresh], stdout=subprocess.DEVNULL, check=True)
        os.rename(fresh, place)
    return place


def boxes():
    place = find_directory()
    found = [os.path.join(place, name) for name in sorted(os.listdir(place))
             if name.endswith(".mbox")]
    if not found:
        raise Skip("no archives of mail (set ARCHIVES)")
    return found
