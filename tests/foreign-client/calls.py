"""Calls the generated client and checks responses against the document. Reads the program's mail spool."""

import email
import email.policy
import json
import os
import re
import sys
import time
from pathlib import Path

import attrs
from forum_client import AuthenticatedClient, Client
from forum_client.api.sign_in import create_session
from forum_client.models import Problem, SignInRequest

PROGRAM, URL = sys.argv[1:]
DATA = Path(os.environ["FORUM__DATA__DIR"])
MAIL_TIMEOUT = 60  # seconds
PASSWORD = "Copper-71-meadow"
OTHER_PASSWORD = "Willow-38-harbour"


def members(value):
    """The member names of a JSON value at every depth."""
    if isinstance(value, dict):
        return {name: members(member) for name, member in value.items()}
    return [members(item) for item in value] if isinstance(value, list) else None


def forget_undocumented(value):
    """Removes members that the document does not name."""
    for item in value if isinstance(value, list) else [value]:
        if attrs.has(type(item)):
            fields = [field.name for field in attrs.fields(type(item)) if field.name != "additional_properties"]
            # A type without members is a map with arbitrary names.
            if fields:
                getattr(item, "additional_properties", {}).clear()
            for name in fields:
                forget_undocumented(getattr(item, name))


def call(operation, status, /, **arguments):
    """Calls an operation. Returns its typed body. Requires this status and only documented members."""
    response = operation.sync_detailed(**arguments)
    assert response.status_code == status, f"{operation.__name__}: {response.status_code} {response.content}"
    if response.content:
        assert response.parsed is not None, f"{operation.__name__}: no type is documented for {status}"
        forget_undocumented(response.parsed)
        said, known = members(json.loads(response.content)), members(response.parsed.to_dict())
        assert said == known, f"{operation.__name__} returned {said}; its type has {known}"
    return response.parsed


def refused(operation, status, code, /, **arguments):
    """Calls an operation whose response must be a problem with this code."""
    problem = call(operation, status, **arguments)
    assert isinstance(problem, Problem), problem
    assert (problem.status, problem.code) == (status, code), problem
    return problem


def walk(operation, /, **arguments):
    """Reads a list to its end by cursor. Returns its items, each once."""
    page = call(operation, 200, **arguments)
    items = page.items
    while page.next_cursor:
        page = call(operation, 200, cursor=page.next_cursor, **arguments)
        assert page.items, f"{operation.__name__}: an empty page"
        items += page.items
    keys = [str(item.to_dict()) for item in items]
    assert len(set(keys)) == len(keys), f"{operation.__name__} repeats an item"
    return items


def anyone():
    return Client(f"{URL}/api", raise_on_unexpected_status=True)


def signed_in(session):
    return AuthenticatedClient(f"{URL}/api", session.access_token, raise_on_unexpected_status=True)


def sign_in(address, password=PASSWORD):
    return call(create_session, 201, client=anyone(), body=SignInRequest(email=address, password=password))


def secret_mailed_to(address, page="/auth/confirm"):
    """The part after `#token=` of the link to this page in a mail."""
    end = time.monotonic() + MAIL_TIMEOUT
    while time.monotonic() < end:
        for path in (DATA / "mail").glob("*.eml"):
            mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            if mail["To"] and address in mail["To"]:
                text = mail.get_body(("plain",)).get_content()
                if found := re.search(rf"{page}#token=(\S+)", text):
                    return found[1]
        time.sleep(0.05)
    raise TimeoutError(f"no mail to {address}")
