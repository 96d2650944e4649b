"""Reads XLIFF hand-offs with translate-toolkit and prints what it sees, one JSON line a unit.

    read_handoff.py FILE…

A hand-off that other tools read differently is no hand-off. Needs translate-toolkit from PyPI.
"""
import json
import sys

from translate.storage.xliff import xlifffile

try:
    from translate.storage.xliff2 import Xliff2File
except ImportError:
    Xliff2File = None

for path in sys.argv[1:]:
    with open(path, "rb") as file:
        data = file.read()
    is_version2 = b'version="2.1"' in data[:2000]
    store = (Xliff2File if is_version2 else xlifffile).parsestring(data)
    print(json.dumps({"file": path}))
    for unit in store.units:
        target = None if unit.target is None else str(unit.target)
        row = {"source": str(unit.source), "target": target, "translated": unit.istranslated()}
        print(json.dumps(row, ensure_ascii=False))
