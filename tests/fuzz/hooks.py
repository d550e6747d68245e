"""Hooks of schemathesis: authentication, real values in place of generated ones, further checks, and counts."""

import atexit
import json
import os
from collections import Counter

import schemathesis
from schemathesis.core.parameters import ParameterLocation

import extreme_values
import real_values
from callers import Callers

ROLE = os.environ["FUZZ_ROLE"]
ENDED = {"session_revoked", "session_expired", "token_expired", "recovery_expired"}
# The document describes these parameters completely, so no valid value may be refused.
FULLY_DOCUMENTED = {"/limit", "/sort", "/order"}
callers = Callers(ROLE) if ROLE != "anonymous" else None
given = set()
reached = Counter()
schemathesis.openapi.format("date-time", extreme_values.instants)


def name(case):
    return case.operation.definition.raw["operationId"]


@schemathesis.auth(refresh_interval=None)
class Caller:
    """Authenticates every request as a user who is allowed to make it."""

    def get(self, case, context):
        return callers and callers.token(name(case))

    def set(self, case, data, context):
        given.add(f"Bearer {data}")
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context, case, kwargs):
    # The caller may have been replaced since the case was generated.
    if callers and (case.headers or {}).get("Authorization") in given:
        signature = f"Bearer {callers.token(name(case))}"
        given.add(signature)
        case.headers["Authorization"] = signature
    real_values.apply(case, name(case), callers)
    extreme_values.apply(case, {field[1:] for field in FULLY_DOCUMENTED}, real_values.chance)


@schemathesis.hook
def after_call(context, case, response):
    operation = name(case)
    if case.method.upper() == case.operation.method.upper():
        reached[operation, response.status_code] += 1
    if callers and response.status_code in (401, 403, 409):
        try:
            code = response.json().get("code")
        except ValueError:
            return
        if code in ENDED:
            callers.sign_in_again(operation)
    if callers:
        callers.done(operation, response.status_code)


@schemathesis.check
def problems_have_the_status_of_their_response(ctx, response, case):
    if response.headers.get("content-type", [""])[0] == "application/problem+json":
        said = response.json()["status"]
        assert said == response.status_code, f"the problem says {said}, the response {response.status_code}"


@schemathesis.check
def valid_values_of_fully_documented_parameters_are_accepted(ctx, response, case):
    query = case.meta and case.meta.components.get(ParameterLocation.QUERY)
    if response.status_code == 422 and query and query.mode.is_positive:
        refused = {error["field"] for error in response.json().get("errors", [])} & FULLY_DOCUMENTED
        assert not refused, f"refused for {', '.join(refused)}"


@atexit.register
def report():
    with open(os.environ["FUZZ_REACHED"], "w") as file:
        json.dump([[*key, count] for key, count in sorted(reached.items())], file)
