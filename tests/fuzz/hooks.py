"""Hooks of schemathesis: sign-in, ids from earlier responses, and times at both ends of the calendar."""

import os
import random
import re
import time
from collections import defaultdict
from uuid import uuid4

import requests
import schemathesis
from accounts import PASSWORD, create_administrator, token_mailed_to
from schemathesis.core.parameters import ParameterLocation

URL = f"{os.environ['FUZZ_URL']}/api"
SESSION_SECONDS = 240  # shorter than access tokens and a recent sign-in are valid
# Some leave the years 1 to 9999 in UTC only by their offset.
EXTREME_INSTANTS = [
    "9999-12-31T23:59:59-01:00",
    "9999-12-31T23:59:60-23:59",
    "9999-12-31T23:59:59.999999999999Z",
    "0001-01-01T00:00:00+00:01",
    "0000-01-01T00:00:00+23:59",
]
INSTANT = re.compile(r"\d{4}-\d\d-\d\d[Tt]")
chance = random.Random(os.environ["FUZZ_SEED"])


def new_administrator(address):
    create_administrator(os.environ["FUZZ_PROGRAM"], address)


def new_applicant(address):
    person = {"email": address, "password": PASSWORD, "first_name": "Robin", "last_name": "Vale"}
    requests.post(f"{URL}/auth/signup", json=person).raise_for_status()
    token = {"token": token_mailed_to(address)}
    requests.post(f"{URL}/auth/verifications", json=token).raise_for_status()


class Caller:
    """An account with a session. A new one replaces an account that can no longer sign in."""

    def __init__(self, create):
        self.create = create
        self.address = self.token = None
        self.signed_in_at = 0.0

    def current_token(self):
        if self.token is None or time.monotonic() - self.signed_in_at > SESSION_SECONDS:
            session = self.sign_in() if self.address else None
            if session is None:
                self.address = f"{uuid4()}@fuzz.example"
                self.create(self.address)
                session = self.sign_in()
            self.token, self.signed_in_at = session["access_token"], time.monotonic()
        return self.token

    def sign_in(self):
        answer = requests.post(f"{URL}/auth/sessions", json={"email": self.address, "password": PASSWORD})
        return answer.json() if answer.status_code == 201 else None


# There is only one administrator, who therefore keeps the role.
ADMINISTRATOR, APPLICANT = Caller(new_administrator), Caller(new_applicant)


def caller_of(case):
    return ADMINISTRATOR if case.operation.path.startswith("/admin/") else APPLICANT


@schemathesis.auth(refresh_interval=None)
class Authentication:
    def get(self, case, context):
        return caller_of(case).current_token()

    def set(self, case, token, context):
        case.headers["Authorization"] = f"Bearer {token}"


# The path parameters of a collection and the id of a member, by the collection's path, newest last.
members = defaultdict(list)


@schemathesis.hook
def before_call(context, case, kwargs):
    for name, value in (case.query or {}).items():
        if INSTANT.match(str(value)) and chance.random() < 0.5:
            case.query[name] = chance.choice(EXTREME_INSTANTS)
    path = case.meta and case.meta.components.get(ParameterLocation.PATH)
    if path and path.mode.is_positive and chance.random() < 0.8:
        for parameter in re.finditer(r"/\{(\w+)\}", case.operation.path):
            if known := members[case.operation.path[: parameter.start()]]:
                parents, member = chance.choice(known[-20:])
                case.path_parameters |= parents | {parameter[1]: member}


@schemathesis.hook
def after_call(context, case, response):
    if not response.headers.get("content-type", [""])[0].endswith("json"):
        return
    answer = response.json()
    if response.status_code == 401 and answer.get("code", "").startswith(("session_", "token_expired")):
        caller_of(case).token = None
    if response.status_code < 300:
        for item in answer.get("items", [answer]):
            if "id" in item:
                members[case.operation.path].append((dict(case.path_parameters or {}), item["id"]))
