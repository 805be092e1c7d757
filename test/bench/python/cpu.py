"""
Measures programs: reads a list of argument lists as JSON, and runs each of them as often as it is told.

The programs take turns, so that a busy minute of the machine meets all of them. Prints the median CPU time of
each, with the system's part, in milliseconds.
"""

import json
import os
import statistics
import sys

programs = json.loads(sys.argv[1])
rounds = int(sys.argv[2])
times: list[list[float]] = [[] for _ in programs]
nothing = os.open(os.devnull, os.O_RDWR)
outputs = [(os.POSIX_SPAWN_DUP2, nothing, 0), (os.POSIX_SPAWN_DUP2, nothing, 1)]

# The first round compiles what is not compiled yet.
for number in range(rounds + 1):
    for program, measured in zip(programs, times, strict=True):
        pid = os.posix_spawn(program[0], program, os.environ, file_actions=outputs)
        _, status, used = os.wait4(pid, 0)
        if status != 0:
            sys.exit(f"{program} ended with {os.waitstatus_to_exitcode(status)}")
        if number > 0:
            measured.append((used.ru_utime + used.ru_stime) * 1000)

print(json.dumps([statistics.median(measured) for measured in times]))
