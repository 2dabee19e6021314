"""Build the extension module. make builds both libraries, which are linked statically.

The sources of the libraries are two directories up in a checkout, and in the directory
core in a source distribution.
"""
import os
import re
import shlex
import shutil
import subprocess

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = os.path.dirname(os.path.abspath(__file__))
IS_CHECKOUT = not os.path.exists(os.path.join(HERE, "core", "Makefile"))
TOP = os.path.dirname(os.path.dirname(HERE)) if IS_CHECKOUT else os.path.join(HERE, "core")
BUILD = os.environ.get("URLGREP_BUILD", "build/release")
CORE = ["Makefile", "LICENSE", "include", "src"]
NOT_CORE = {"src/python", "src/clients", "src/debian", "src/doc", "src/examples", "src/sql"}


def version():
    with open(os.path.join(TOP, "include", "urlgrep.h"), encoding="utf-8") as file:
        return re.search(r'URLGREP_VERSION "(.*)"', file.read()).group(1)


def make(*arguments):
    """Run make with the flags of the Makefile instead of Python's."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("CFLAGS", "LDFLAGS", "MAKEFLAGS", "MFLAGS")}
    flags = shlex.split(os.environ.get("URLGREP_MAKE", ""))  # such as CFLAGS=-O0
    release = "1" if BUILD.endswith("release") else ""
    return subprocess.run(["make", "-s", "-C", TOP, f"B={BUILD}", f"RELEASE={release}", *flags,
                           *arguments], check=True, env=environment, stdout=subprocess.PIPE,
                          text=True).stdout


class BuildExtension(build_ext):
    def build_extension(self, ext):
        libraries = [f"{BUILD}/liburlgrep-mail.a", f"{BUILD}/liburlgrep.a"]
        objects = make("print-binding").split()
        make("-j2", *objects, *libraries)
        ext.extra_objects = [os.path.join(TOP, path)
                             for path in [*objects, *libraries]]
        ext.depends += ext.extra_objects
        ext.extra_link_args += shlex.split(make("print-libraries"))
        super().build_extension(ext)


class SourceDistribution(sdist):
    """Add the sources of the libraries to a source distribution, in core."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in CORE:
            source = os.path.join(TOP, name)
            target = os.path.join(base_dir, "core", name)
            if os.path.isdir(source):
                shutil.copytree(source, target, ignore=self.ignored)
            else:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(source, target)

    @staticmethod
    def ignored(directory, names):
        inside = os.path.relpath(directory, TOP)
        return [name for name in names if f"{inside}/{name}" in NOT_CORE]


SOURCES = sorted(os.path.relpath(os.path.join(directory, name), HERE)
                 for directory, _, names in os.walk(os.path.join(HERE, "extension"))
                 for name in names)
EXTENSION = Extension(
    "urlgrep._urlgrep",
    sources=[name for name in SOURCES if name.endswith(".c")],
    depends=SOURCES,
    include_dirs=["extension", os.path.join(TOP, "include"), os.path.join(TOP, "src")],
    define_macros=[("Py_LIMITED_API", "0x030B0000"), ("_GNU_SOURCE", None)],
    extra_compile_args=["-std=c11", "-O3", "-fvisibility=hidden", "-Wall", "-Wextra",
                        "-Wno-cast-function-type"],
    # hide the functions of the libraries from other libraries in the process
    extra_link_args=["-Wl,--version-script=extension/exports.map"],
    py_limited_api=True)

OPTIONS = {"bdist_wheel": {"py_limited_api": "cp311"}}
if IS_CHECKOUT:  # put all generated files into the directory build of the tree
    BASE = os.path.join(TOP, BUILD, "python")
    os.makedirs(BASE, exist_ok=True)
    OPTIONS["build"] = {"build_base": BASE}
    OPTIONS["egg_info"] = {"egg_base": BASE}

setup(version=version(), ext_modules=[EXTENSION], options=OPTIONS,
      cmdclass={"build_ext": BuildExtension, "sdist": SourceDistribution})
