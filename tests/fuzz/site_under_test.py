"""The site under test: its users, their mails, and requests beside those of schemathesis."""

import base64
import email
import email.policy
import hmac
import itertools
import os
import re
import struct
import subprocess
import time
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import requests

URL = os.environ.get("FUZZ_URL", "")
PROGRAM = os.environ.get("FUZZ_PROGRAM", "")
SCHOOL = os.environ.get("FUZZ_SCHOOL", "")
# From RFC 7636, appendix B.
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
PASSWORD = "Copper-71-meadow"
MAIL_TIMEOUT = 20  # seconds
SESSION_SECONDS = 240  # shorter than access tokens and re-authentication are valid

http = requests.Session()
numbers = itertools.count(1)
# Ids of the users that have signed in.
callers = set()
mails = {}
read = set()


class SessionEnded(Exception):
    pass


def call(method, path, body=None, token=None):
    """Makes a request that must succeed. Returns its JSON, if any."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = http.request(method, f"{URL}/api{path}", json=body, headers=headers, allow_redirects=False)
    if answer.status_code == 401 and token:
        raise SessionEnded
    assert answer.ok, f"{method} {path}: {answer.status_code} {answer.text}"
    return answer.json() if answer.content else answer


def mailed(address, pattern):
    """Waits for an unread mail to the address that matches the pattern. Returns its first group."""
    end = time.monotonic() + MAIL_TIMEOUT
    while time.monotonic() < end:
        waiting = mails_to(address)
        while waiting:
            if found := re.search(pattern, waiting.pop(0)):
                return found[1]
        time.sleep(0.02)
    raise TimeoutError(f"no mail to {address}")


def mails_to(address):
    """The texts of the mails to an address, oldest first."""
    for path in sorted(Path(os.environ["FORUM__DATA__DIR"], "mail").glob("*.eml")):
        if path.name not in read:
            mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.compat32)
            part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
            text = part.get_payload(decode=True).decode()
            mails.setdefault(email.utils.parseaddr(mail["To"])[1], []).append(text)
            read.add(path.name)
    return mails.get(address, [])


def signed_up(address):
    """Signs up. Returns the token of the verification mail."""
    name = {"first_name": "Robin", "last_name": "Vale"}
    call("POST", "/auth/signup", {"email": address, "password": PASSWORD, **name})
    return mailed(address, r"/auth/confirm#token=(\S+)")


def callback_query(subject):
    """The query with which the provider sends a browser back after a sign-in."""
    query = {"provider": "school", "code_challenge": CHALLENGE, "code_challenge_method": "S256"}
    answer = http.get(f"{URL}/api/auth/authorize", params=query, allow_redirects=False)
    asked = parse_qs(urlparse(answer.headers["location"]).query)
    return {"state": asked["state"][0], "code": f"{asked['nonce'][0]}/{subject}"}


def identity_token(subject, expires=None):
    """An identity token of the school, which expires at this Unix time or soon, and its nonce."""
    nonce = call("POST", "/auth/nonces")["nonce"]
    answer = http.get(f"{SCHOOL}/token", params={"nonce": nonce, "subject": subject, "expires": expires})
    return {"id_token": answer.json()["id_token"], "nonce": nonce}


def photo():
    """A PNG of one pixel."""
    return base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
    )


def totp(secret, now=None):
    """The code of an authenticator app (RFC 6238)."""
    step = struct.pack(">Q", int(now or time.time()) // 30)
    digest = hmac.digest(base64.b32decode(secret + "=" * (-len(secret) % 8)), step, "sha1")
    offset = digest[-1] & 15
    return f"{(struct.unpack_from('>I', digest, offset)[0] & 0x7FFFFFFF) % 1_000_000:06}"


class User:
    """A new account, with a session once its token is needed."""

    def __init__(self, role):
        self.role = role
        self.address = f"{role}-{os.getpid()}-{next(numbers)}@fuzz.example"
        self.password = PASSWORD
        self.session = None
        self.signed_in_at = 0.0
        self.unused_grant = None
        self.app = None
        if role == "admin":
            command = [PROGRAM, "admin", "create", "--email", self.address, "--password-stdin"]
            command += ["--first-name", "Robin", "--last-name", "Vale"]
            subprocess.run(command, input=PASSWORD.encode(), check=True, capture_output=True)
        else:
            call("POST", "/auth/verifications", {"token": signed_up(self.address)})

    def link(self, page):
        return mailed(self.address, rf"/auth/{page}#token=(\S+)")

    def sign_in(self):
        return call("POST", "/auth/sessions", {"email": self.address, "password": self.password})

    def open_session(self):
        return self.sign_in()

    def token(self):
        """An access token of a recent sign-in."""
        if self.session is None or time.monotonic() - self.signed_in_at > SESSION_SECONDS:
            self.session, self.signed_in_at = self.open_session(), time.monotonic()
            callers.add(self.session["user"]["id"])
        return self.session["access_token"]

    def call(self, method, path, body=None):
        """Makes a request that must succeed. Signs in again if the session has ended."""
        try:
            return call(method, path, body, self.token())
        except SessionEnded:
            self.session = None
            return call(method, path, body, self.token())

    def enrol(self):
        """The account's unverified authenticator app."""
        if self.app is None:
            self.app = self.call("POST", "/auth/factors", {"factor_type": "totp"})
        return self.app

    def challenge(self, factor):
        return self.call("POST", f"/auth/factors/{factor}/challenges")["id"]

    def answer(self):
        """The correct answer to a new challenge of the app."""
        app = self.enrol()
        return {"challenge_id": self.challenge(app["id"]), "code": totp(app["secret"])}

    def grant(self):
        """A grant to set a new password."""
        if self.unused_grant is None:
            call("POST", "/auth/recovery", {"email": self.address})
            redeemed = call("POST", "/auth/verifications", {"token": self.link("reset")})
            self.unused_grant = redeemed["recovery_token"]
        return self.unused_grant


class ProtectedUser(User):
    """A user with a second factor and recovery codes."""

    def __init__(self, role):
        super().__init__(role)
        self.codes = []
        self.factor = self.enrol()["id"]
        session = self.call("POST", f"/auth/factors/{self.factor}/verifications", self.answer())
        self.codes = session["recovery_codes"]
        self.session, self.signed_in_at = session, time.monotonic()

    def second_step(self):
        """The request of the second sign-in step."""
        challenge = self.sign_in()["challenge_token"]
        return {"challenge_token": challenge, "recovery_code": self.codes.pop()}

    def open_session(self):
        return call("POST", "/auth/sessions/factor", self.second_step()) if self.codes else self.sign_in()
