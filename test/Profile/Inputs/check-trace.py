"""Checks the trace of trace.cu."""

import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
lanes = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
spans = [e for e in events if e["ph"] == "X"]


def find(category, name):
    return [e for e in spans if e["cat"] == category and e["name"] == name]


assert "host calls" in lanes.values() and "worker 0 (host)" in lanes.values(), lanes
for event in spans:
    assert event["dur"] >= 0 and event["ts"] >= 0
    is_host = lanes[event["tid"]] == "host calls"
    assert is_host == (event["cat"] != "blocks"), event

[launch] = [e for e in find("launch", "work<int>") if e["args"]["grid"] == "64,2,1"]
assert launch["args"]["block"] == "32,4,1"
parts = [
    e for e in find("blocks", "work<int>") if e["args"]["launch"] == launch["args"]["launch"]
]
assert sum(e["args"]["blocks run"] for e in parts) == 128, parts
for part in parts:
    assert part["ts"] >= launch["ts"]
    assert part["ts"] + part["dur"] <= launch["ts"] + launch["dur"] + 0.002

# The last two launches may run as one; their blocks have their own names.
assert find("launch", "work<int> + next") or find("launch", "next")
assert find("blocks", "next")

[outer] = find("range", 'a "range"')
[memset] = find("copy", "memset")
assert memset["args"]["bytes"] == 8192 * 256 * 4
for inner in (memset, launch):
    assert outer["ts"] <= inner["ts"]
    assert inner["ts"] + inner["dur"] <= outer["ts"] + outer["dur"] + 0.002
assert find("memory", "allocate") and find("memory", "free")
assert [e["ph"] for e in events if e["name"] == "all"] == ["b", "e"]
assert [e["ph"] for e in events if e["name"] == "here"] == ["i"]
