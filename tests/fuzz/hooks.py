"""What schemathesis is told about the site: who calls, real values for what it generates, and what must be counted."""

import atexit
import json
import os
from collections import Counter

import schemathesis
from schemathesis.core.parameters import ParameterLocation

import real
from people import People

ROLE = os.environ["FUZZ_ROLE"]
ENDED = {"session_revoked", "session_expired", "token_expired", "recovery_expired"}
# Of these parameters the document says all, so none of their valid values is refused.
TOLD = {"/limit", "/sort", "/order"}
people = People(ROLE) if ROLE != "stranger" else None
given = set()
reached = Counter()


def name(case):
    return case.operation.definition.raw["operationId"]


@schemathesis.auth(refresh_interval=None)
class Caller:
    """Signs every request with the session of somebody who can do what the operation is for."""

    def get(self, case, context):
        return people and people.token(name(case))

    def set(self, case, data, context):
        given.add(f"Bearer {data}")
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context, case, kwargs):
    # Cases are signed long before they are sent, and meanwhile their caller may have been replaced.
    if people and (case.headers or {}).get("Authorization") in given:
        signature = f"Bearer {people.token(name(case))}"
        given.add(signature)
        case.headers["Authorization"] = signature
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


@schemathesis.check
def a_problem_says_the_status_of_its_response(ctx, response, case):
    if response.headers.get("content-type", [""])[0] == "application/problem+json":
        said = response.json()["status"]
        assert said == response.status_code, f"the problem says {said}, the response {response.status_code}"


@schemathesis.check
def valid_values_of_parameters_that_the_document_tells_all_about_are_accepted(ctx, response, case):
    query = case.meta and case.meta.components.get(ParameterLocation.QUERY)
    if response.status_code == 422 and query and query.mode.is_positive:
        refused = {error["field"] for error in response.json().get("errors", [])} & TOLD
        assert not refused, f"refused for {', '.join(refused)}"


@atexit.register
def report():
    with open(os.environ["FUZZ_REACHED"], "w") as file:
        json.dump([[*key, count] for key, count in sorted(reached.items())], file)
