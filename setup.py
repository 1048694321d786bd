"""Compiles every .pyx of core/, bots/ and arena/. All other metadata is in pyproject.toml.

ARENA_NATIVE=1  optimise for this machine's processor; the result may not run on another.
ARENA_DEBUG=1   bounds checks, and the invariants of a state after every apply.
ARENA_GAME=name leave the other games as they are (`make game`).
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_namespace_packages, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("ARENA_DEBUG", "0") not in ("", "0")
NATIVE = os.environ.get("ARENA_NATIVE", "0") not in ("", "0")
GAME = os.environ.get("ARENA_GAME", "")
CORES = os.cpu_count() or 1
DIRECTIVES = {
    "language_level": "3",
    "binding": False,  # methods check the type of self: State.apply(view, ...) is refused
    "embedsignature": True,
    "boundscheck": DEBUG,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": DEBUG,
}


def compile_flags() -> list[str]:
    if DEBUG:
        return ["-O1", "-g", "-fsanitize=bounds,shift,signed-integer-overflow", "-fno-sanitize-recover=all"]
    return ["-O3", *(["-march=native"] if NATIVE else [])]


# Ratings are published: no fused multiply-adds, which would make their last digits depend on the processor.
FLAGS_OF_ARENA = ["-ffp-contract=off"]


def kind_of_build() -> str:
    return f"{compile_flags()} {DIRECTIVES}"


# What another kind of build left behind would pass for up to date.
KIND_OF_BUILD = Path("build/kind")
ANEW = not KIND_OF_BUILD.exists() or KIND_OF_BUILD.read_text() != kind_of_build()


def extensions() -> list[Extension]:
    """One extension for each .pyx, so that a new game is built by being there."""
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [str(source)],
            define_macros=[("ARENA_DEBUG", "1")] if DEBUG else [],
            extra_compile_args=compile_flags() + (FLAGS_OF_ARENA if source.parts[0] == "arena" else []),
            extra_link_args=["-fsanitize=undefined"] if DEBUG else [],
        )
        for package in ("arena", "bots", "core")
        for source in sorted(Path(package).glob("**/*.pyx"))
        if not GAME or source.parts[:2] == ("core", GAME) or source.parts[0] != "core" or len(source.parts) == 2
    ]


class BuildWithCompiler(build_ext):
    """Translates with Cython only when building, and says in one sentence when there is no C compiler."""

    def finalize_options(self) -> None:
        compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
        if os.name == "posix" and shutil.which(compiler) is None:
            sys.stderr.write(f"arena: there is no C compiler '{compiler}': install one (gcc, say) or set CC.\n")
            sys.exit(2)
        self.distribution.ext_modules = cythonize(
            self.distribution.ext_modules,
            build_dir="build/debug" if DEBUG else "build/cython",
            nthreads=CORES if sys.platform == "linux" else 0,
            compiler_directives=DIRECTIVES,
            force=ANEW,
            quiet=True,
        )
        super().finalize_options()
        self.parallel = self.parallel or CORES
        self.force = self.force or ANEW

    def run(self) -> None:
        super().run()
        KIND_OF_BUILD.parent.mkdir(exist_ok=True)
        KIND_OF_BUILD.write_text(kind_of_build())


# Folders that are no packages here, and lie inside of arena where it is installed.
DOC_FOLDERS = ("images", "pictures", "rules")
BESIDE = {"arena.configs": "configs", "arena.docs": "docs"} | {f"arena.docs.{it}": f"docs/{it}" for it in DOC_FOLDERS}
DATA = ("toml", "yaml", "html", "npz", "css", "js", "svg", "md", "pxd", "pyi")

setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildWithCompiler},
    packages=[*find_namespace_packages(include=["core*", "bots*", "arena*"]), *BESIDE],
    package_dir=BESIDE,
    package_data={"": [*(f"*.{ending}" for ending in DATA), "py.typed"]},
)
