"""What schemathesis is told about the site: who calls, real values for what it generates, and what must be counted."""

import atexit
import json
import os
from collections import Counter

import schemathesis

import real
from people import People

ROLE = os.environ["FUZZ_ROLE"]
ENDED = {"session_revoked", "session_expired", "token_expired", "recovery_expired"}
people = People(ROLE) if ROLE != "stranger" else None
reached = Counter()


def name(case):
    return case.operation.definition.raw["operationId"]


@schemathesis.auth(refresh_interval=None)
class Caller:
    """Signs every request with the session of somebody who can do what the operation is for."""

    def get(self, case, context):
        return people and people.token(name(case))

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context, case, kwargs):
    real.put_into(case, name(case), people)


@schemathesis.hook
def after_call(context, case, response):
    operation = name(case)
    if case.method.upper() == case.operation.method.upper():
        reached[operation, response.status_code] += 1
    if people and response.status_code in (401, 403, 409):
        try:
            code = response.json().get("code")
        except ValueError:
            return
        if code in ENDED:
            people.sign_in_again(operation)
    if people:
        people.done(operation, response.status_code)


@atexit.register
def report():
    with open(os.environ["FUZZ_REACHED"], "w") as file:
        json.dump([[*key, count] for key, count in sorted(reached.items())], file)
