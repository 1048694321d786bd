"""Compiles every .pyx of core/ and bots/. All other metadata is in pyproject.toml.

ARENA_NATIVE=1  optimise for this machine's processor; the result may not run on another.
ARENA_DEBUG=1   bounds checks, and the invariants of a state after every apply.
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
CORES = os.cpu_count() or 1


def compile_flags() -> list[str]:
    if DEBUG:
        return ["-O1", "-g", "-fsanitize=bounds,shift,signed-integer-overflow", "-fno-sanitize-recover=all"]
    return ["-O3", *(["-march=native"] if NATIVE else [])]


def extensions() -> list[Extension]:
    """One extension for each .pyx, so that a new game is built by being there."""
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [str(source)],
            define_macros=[("ARENA_DEBUG", "1")] if DEBUG else [],
            extra_compile_args=compile_flags(),
            extra_link_args=["-fsanitize=undefined"] if DEBUG else [],
        )
        for source in sorted([*Path("core").glob("**/*.pyx"), *Path("bots").glob("**/*.pyx")])
    ]


class BuildWithCompiler(build_ext):
    """build_ext that says in one sentence when there is no C compiler."""

    def run(self) -> None:
        compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
        if os.name == "posix" and shutil.which(compiler) is None:
            sys.stderr.write(f"arena: there is no C compiler '{compiler}': install one (gcc, say) or set CC.\n")
            sys.exit(2)
        self.parallel = self.parallel or CORES
        super().run()


setup(
    ext_modules=cythonize(
        extensions(),
        build_dir="build/debug" if DEBUG else "build/cython",
        nthreads=CORES if sys.platform == "linux" else 0,
        compiler_directives={
            "language_level": "3",
            "boundscheck": DEBUG,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": DEBUG,
        },
    ),
    cmdclass={"build_ext": BuildWithCompiler},
    packages=["arena.configs", *find_namespace_packages(include=["core", "core.*", "bots", "bots.*", "arena", "arena.*"])],
    package_dir={"arena.configs": "configs"},
    package_data={"": ["*.toml", "*.yaml", "*.html", "*.pxd", "*.pyi", "py.typed"]},
)
