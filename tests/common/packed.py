"""Archives of members that tests make: (name, bytes) each."""
import io
import tarfile
import zipfile


def tar(members, mode="w", form=tarfile.PAX_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, format=form) as archive:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def zip(members, how=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()
