"""The journey of a teacher and an administrator through the API with the generated client.

run.py runs `journey.py PROGRAM URL` with the generated package `forum_client` on the path; FORUM__DATA__DIR is the
data directory of the program.
"""

import secrets
import subprocess

from forum_client.api.operations import get_health, get_readiness
from forum_client.api.sessions import list_keys
from forum_client.api.users import get_current_user
from forum_client.models import Role

from administrator import approves, edits_mails, manages_user, reads_history, reads_workbook, walks_lists
from calls import PASSWORD, PROGRAM, anyone, call, sign_in, signed_in
from teacher import applies, becomes_applicant, deletes_account, recovers, signs_out


def main():
    assert call(get_health, 200, client=anyone()).status
    assert call(get_readiness, 200, client=anyone()).status
    assert call(list_keys, 200, client=anyone()).items

    name = secrets.token_hex(4)
    address, director = f"nadia-{name}@school.example", f"director-{name}@forum.example"
    session = becomes_applicant(address)
    teacher = signed_in(session)
    assert call(get_current_user, 200, client=teacher).roles == [Role.APPLICANT]
    application = applies(teacher)

    command = [PROGRAM, "admin", "create", "--email", director, "--password-stdin"]
    command += ["--first-name", "Dana", "--last-name", "Reyes"]
    subprocess.run(command, input=PASSWORD.encode(), check=True, capture_output=True)
    admin = signed_in(sign_in(director))
    approves(admin, teacher, address, application)
    reads_history(admin, address, application)
    reads_workbook(admin, address, application)
    edits_mails(admin)
    walks_lists(admin, address)
    assert call(get_current_user, 200, client=teacher).roles == [Role.MEMBER]
    signs_out(address, session)
    recovers(address)
    manages_user(signed_in(sign_in(director)), address)
    deletes_account(address)


if __name__ == "__main__":
    main()
