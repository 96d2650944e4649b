"""Lines of the table of results, and the page they are printed on."""

import os
import platform
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


class Row:
    """One line of the table."""

    def __init__(self, stage, floor, ours, measure, must, goal, kept, note=""):
        self.cells = [stage, f"{floor.least * 1e3:.1f}", f"{ours.least * 1e3:.1f}", measure, must, goal]
        self.peak = f"{ours.peak / 1024:.0f}"
        self.kept = kept
        self.note = note

    @classmethod
    def times(cls, stage, value, must, goal, isJudged=True):
        """A limit on the time that somebody waits, without a floor; on a busy machine only the least one is judged."""
        row = cls.__new__(cls)
        row.cells = [stage, "-", "-", f"{value:.1f} ms", f"{must} ms", f"{goal} ms"]
        row.peak, row.kept, row.note = "-", not isJudged or value <= must, "" if isJudged else "told"
        return row

    def text(self):
        verdict = self.note or ("kept" if self.kept else "**missed**")
        return "| " + " | ".join(self.cells + [verdict, self.peak]) + " |"


def ratio(stage, floor, ours, must, goal):
    value = ours.least / floor.least
    return Row(stage, floor, ours, f"{value:.2f} x", f"{must} x", f"{goal} x", value <= must)


def extra(stage, floor, ours, must, goal):
    """Limits in milliseconds above the floor."""
    value = (ours.least - floor.least) * 1e3
    return Row(stage, floor, ours, f"+{value:.1f} ms", f"+{must:g} ms", f"+{goal:g} ms", value <= must)


def output(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def check(command, **options):
    subprocess.run(command, check=True, **options)


def machine():
    try:
        with open("/proc/cpuinfo") as file:
            model = re.search(r"model name\s*: (.*)", file.read()).group(1)
    except (OSError, AttributeError):
        model = platform.processor() or platform.machine()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores of {model}, {memory:.0f} GiB, {platform.system()} {platform.release()}"


def versions():
    names = {"libxml2": "libxml-2.0", "libyaml": "yaml-0.1", "SQLite": "sqlite3"}
    parts = [f"{name} {output(['pkg-config', '--modversion', package])}" for name, package in names.items()]
    parts.append(output(["swift", "--version"]).splitlines()[0])
    return ", ".join(parts)


def commit():
    run = subprocess.run(
        ["git", "-C", ROOT, "describe", "--always", "--dirty"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True)
    return run.stdout.strip() or "unknown"


def command_line(options):
    """The command without what is only a place on this machine."""
    words = ["Benchmarks/run", "--units", str(options.units), "--locales", options.locales, "--runs", str(options.runs)]
    if options.documents != 100000:
        words += ["--documents", str(options.documents)]
    for name in options.stage or []:
        words += ["--stage", name]
    return " ".join(words)


def report(options, rows, gaps, today):
    lines = [
        f"# Benchmarks of {today}", "",
        f"- Machine: {machine()}", f"- Libraries: {versions()}", f"- Commit: {commit()}",
        f"- Command: `{command_line(options)}`",
        f"- {options.units} units in each of {options.locales}, {options.documents} documents in the stage of the index; "
        f"CPU time, user and system; least of {options.runs} "
        "runs, floor and product in turns", "",
        "| stage | floor ms | ours ms | measured | must | goal | limit | peak MiB |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |",
    ]
    lines += [row.text() for row in rows]
    if gaps:
        lines += ["", "Not measured:", ""] + [f"- {name}: {reason}" for name, reason in gaps]
    return "\n".join(lines) + "\n"
