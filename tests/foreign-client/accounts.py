"""Accounts of the program: an administrator from the command line, and the token in the mail to an applicant."""

import email
import email.policy
import os
import re
import subprocess
import time
from pathlib import Path

PASSWORD = "Copper-71-meadow"
MAIL_TIMEOUT = 60  # seconds


def create_administrator(program, address):
    command = [program, "admin", "create", "--email", address, "--password-stdin"]
    command += ["--first-name", "Dana", "--last-name", "Reyes"]
    subprocess.run(command, input=PASSWORD.encode(), check=True, capture_output=True)


def token_mailed_to(address):
    """The token of the confirmation link in a mail."""
    end = time.monotonic() + MAIL_TIMEOUT
    while time.monotonic() < end:
        for path in Path(os.environ["FORUM__DATA__DIR"], "mail").glob("*.eml"):
            mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            if address in mail["To"]:
                text = mail.get_body(("plain",)).get_content()
                return re.search(r"/auth/confirm#token=(\S+)", text)[1]
        time.sleep(0.05)
    raise TimeoutError(f"no mail to {address}")
