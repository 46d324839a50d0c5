"""Gives every generated request its own session, so that none can end the session of a later one.

FACILITY_TEST_COOKIES names a file with one cookie per line; after the last one it starts over.
"""

import itertools
import os

import schemathesis

with open(os.environ["FACILITY_TEST_COOKIES"], encoding="ascii") as lines:
    COOKIES = itertools.cycle(lines.read().split("\n"))


@schemathesis.auth(refresh_interval=None)
class Session:
    def get(self, case, context):
        return next(COOKIES)

    def set(self, case, data, context):
        case.headers["Cookie"] = data
