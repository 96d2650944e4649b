#!/usr/bin/env python3
"""Verifies stores with a program that knows the documents only, and compares what the command says with it.

    check_stores.py --binary PATH [--stores FOLDER] [--projects N] [--seed S] [--keep FOLDER]

The stores are those of the projects in FOLDER (as `Tests/Histories/run.py --keep` leaves them) and of N
random projects, by default a hundredth of 2,000, with ASSETS_FULL=1 all: they are edited and published again
and again, what goes back is accepted, revisions are rolled back. For each store `bundle.py` recomputes every
revision from the contents, every manifest the command prints is compared byte for byte, and the laws of
manifests are checked. Damaged and forged copies of the random ones have to be refused, by the command too.
For each twenty of them one more project renames its keys, whose histories outgrow an entry.
Prints the counts and `N passed, N failed`; exits 1 on a failure.
"""

import argparse
import collections
import os
import random
import shutil
import sys
import tempfile
import traceback
from pathlib import Path

import manifest_laws
import renames
from bundle import Refused, Store, manifest, require, verify, write
from forgeries import FORGERIES, Forged, flip
from random_project import Broken, RandomProject, run

FULL = 2000


class Run:
    def __init__(self, binary, work):
        self.binary, self.work = binary, work
        self.counts = collections.Counter()

    def check(self, project, seed, quadruples):
        """One project with a store, as it is."""
        store = Store(project / "Bundles")
        verify(store)
        outputs = manifest_laws.printed(self.binary, store, project)
        for (a, b), output in outputs.items():
            computed = write(manifest(store, a, b)) + b"\n"
            require(
                output == computed,
                f"the manifest of r{a}..r{b} is {output[:2000]}, computed {computed[:2000]}",
            )
        manifest_laws.check(store, outputs, seed, quadruples)
        kinds = collections.Counter(head.get("kind") for head in store.heads.values())
        self.counts += collections.Counter(revisions=store.newest, manifests=len(outputs), stores=1)
        self.counts["rollbacks"] += kinds["rollback"]

    def damage(self, project, chosen, seed, count):
        """Copies of a store that are wrong; `bundle.py` and the command refuse each of them."""
        for number in range(count):
            folder = self.work / "damaged"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(project, folder)
            (folder / "assets.lock").unlink(missing_ok=True)
            if number % 3 == 0:
                what = flip(folder / "Bundles", chosen)
            else:
                forged = Forged(folder / "Bundles", chosen)
                forge = FORGERIES[(3 * seed + number) % len(FORGERIES)]
                what = forge(forged)
                if what is None:
                    continue
                forged.seal(manifest_follows=forge.__name__ != "change_manifest")
            self.refuse(folder, what)

    def refuse(self, folder, what):
        try:
            verify(Store(folder / "Bundles"))
        except Exception:
            self.counts["refused"] += 1
        else:
            raise Refused(f"bundle.py accepts a store in which {what}")
        done = run(self.binary, folder, "verify", "--all")
        accepted = done.returncode in (0, 70)
        require(not accepted, f"`assets verify --all` exits {done.returncode}: {what}")

    def control(self, project):
        """Sealing alone must not be what is refused."""
        folder = self.work / "control"
        shutil.copytree(project, folder)
        (folder / "assets.lock").unlink(missing_ok=True)
        Forged(folder / "Bundles", random.Random(0)).seal()
        verify(Store(folder / "Bundles"))
        done = run(self.binary, folder, "verify", "--all")
        require(
            done.returncode == 0,
            f"`assets verify --all` refuses a store that was sealed again: {done.stderr}",
        )
        shutil.rmtree(folder)

    def random_project(self, seed, keep):
        folder = self.work / "project"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        chosen = random.Random(seed)
        try:
            project = RandomProject(chosen, folder, self.binary)
            project.live(chosen.randrange(3, 9))
            self.counts["unpublished"] += project.refused
            if project.revision:
                self.check(folder, seed, quadruples=100)
                self.control(folder)
                self.damage(folder, chosen, seed, 3)
        except Exception:
            if keep:
                shutil.copytree(folder, keep / f"seed-{seed}", dirs_exist_ok=True)
            raise


    def renames(self, seed):
        folder = self.work / "renames"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        renames.live(random.Random(seed), folder, self.binary, revisions=40)
        verify(Store(folder / "Bundles"))
        done = run(self.binary, folder, "verify", "--all")
        require(done.returncode == 0, f"`assets verify --all` refuses the store: {done.stderr}")
        require(all(renames.older_spans(folder)), "no history outgrew its entry")
        self.counts["renaming stores"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--stores", type=Path, help="projects whose stores are checked too")
    full = os.environ.get("ASSETS_FULL") == "1"
    parser.add_argument("--projects", type=int, default=FULL if full else FULL // 100)
    parser.add_argument("--seed", type=int, default=1, help="of the first project; the others follow")
    parser.add_argument("--keep", type=Path, help="leave failing projects in this folder")
    options = parser.parse_args()
    binary = str(Path(options.binary).resolve())
    failed = passed = 0
    with tempfile.TemporaryDirectory() as work:
        here = Run(binary, Path(work))
        tasks = []
        for store in sorted(options.stores.glob("*/Bundles")) if options.stores else []:
            tasks.append(
                (store.parent.name, lambda folder=store.parent: here.check(folder, 0, quadruples=16))
            )
        for seed in range(options.seed, options.seed + options.projects):
            tasks.append((f"seed {seed}", lambda seed=seed: here.random_project(seed, options.keep)))
        for seed in range(options.seed, options.seed + options.projects, 20):
            tasks.append((f"renames, seed {seed}", lambda seed=seed: here.renames(seed)))
        for name, task in tasks:
            try:
                task()
                passed += 1
            except (Refused, Broken) as problem:
                print(f"check_stores: {name}: {problem}", flush=True)
                failed += 1
            except Exception:
                print(f"check_stores: {name}: {traceback.format_exc(limit=4)}", flush=True)
                failed += 1
    print(", ".join(f"{count} {name}" for name, count in here.counts.items()))
    if here.counts["revisions"] < 3 * options.projects:
        print(f"check_stores: {options.projects} projects published too little to show anything")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
