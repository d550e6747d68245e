"""The journey of a teacher and an administrator through the API, with nothing but the generated client.

run.py runs `journey.py PROGRAM URL` with the generated package `forum_client` on the path; FORUM__DATA__DIR is the
data directory of the program.
"""

import base64
import email
import email.policy
import io
import json
import os
import re
import secrets
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from uuid import uuid4

import attrs
from forum_client import AuthenticatedClient, Client
from forum_client.api.accounts import (
    redeem_verification,
    request_recovery,
    resend_verification,
    set_recovery_password,
    sign_up,
)
from forum_client.api.applications import get_application, list_my_applications, submit_application
from forum_client.api.headshots import delete_headshot, list_headshots, upload_headshot
from forum_client.api.operations import get_health, get_readiness
from forum_client.api.review import decide_application, list_applications
from forum_client.api.sessions import (
    create_session,
    end_session,
    end_sessions,
    list_keys,
    list_sessions,
    refresh_session,
)
from forum_client.api.user_administration import (
    disable_user,
    enable_user,
    get_user,
    grant_role,
    list_users,
    revoke_role,
)
from forum_client.api.users import (
    change_password,
    delete_current_user,
    export_current_user,
    get_current_user,
    update_current_user,
)
from forum_client.models import (
    ApplicationStatus,
    ChangePasswordRequest,
    Decision,
    DecisionRequest,
    DeleteAccountRequest,
    DisableRequest,
    LinkToken,
    Problem,
    ReasonRequest,
    RefreshRequest,
    RequestRecoveryRequest,
    ResendPurpose,
    ResendVerificationRequest,
    Role,
    SetRecoveryPasswordRequest,
    SignInRequest,
    SignUpRequest,
    SubmitApplicationRequest,
    UpdateUserRequest,
    UploadHeadshotBody,
    VerifyEmailPurpose,
)
from forum_client.types import File

PROGRAM, URL = sys.argv[1:]
DATA = Path(os.environ["FORUM__DATA__DIR"])
PATIENCE = 60  # seconds for a mail
PASSWORD = "Copper-71-meadow"
OTHER_PASSWORD = "Willow-38-harbour"
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
DOCUMENT = json.loads((Path(__file__).parents[2] / "openapi.json").read_bytes())
FORM = DOCUMENT["paths"]["/applications"]["post"]["requestBody"]["content"]["application/json"]
APPLICATION = {name: value for name, value in FORM["example"].items() if name != "headshot_id"}


def members(value):
    """The names of the members of a JSON value, at every depth."""
    if isinstance(value, dict):
        return {name: members(member) for name, member in value.items()}
    return [members(item) for item in value] if isinstance(value, list) else None


def forget_undocumented(value):
    """Removes the members that the client kept although the document does not name them."""
    for item in value if isinstance(value, list) else [value]:
        if attrs.has(type(item)):
            getattr(item, "additional_properties", {}).clear()
            for field in attrs.fields(type(item)):
                forget_undocumented(getattr(item, field.name))


def call(operation, status, /, **arguments):
    """Calls an operation; the typed body of its response, which must have this status and only documented members."""
    response = operation.sync_detailed(**arguments)
    assert response.status_code == status, f"{operation.__name__}: {response.status_code} {response.content}"
    if response.content:
        assert response.parsed is not None, f"{operation.__name__}: no type is documented for {status}"
        forget_undocumented(response.parsed)
        said, known = members(json.loads(response.content)), members(response.parsed.to_dict())
        assert said == known, f"{operation.__name__} returned {said}; its type has {known}"
    return response.parsed


def refused(operation, status, code, /, **arguments):
    """The same for a response that must be a problem with this code."""
    problem = call(operation, status, **arguments)
    assert isinstance(problem, Problem), problem
    assert (problem.status, problem.code) == (status, code), problem
    return problem


def anyone():
    return Client(f"{URL}/api", raise_on_unexpected_status=True)


def signed_in(session):
    return AuthenticatedClient(f"{URL}/api", session.access_token, raise_on_unexpected_status=True)


def sign_in(address, password=PASSWORD):
    return call(create_session, 201, client=anyone(), body=SignInRequest(email=address, password=password))


def secret_mailed_to(address, page="/auth/confirm"):
    """The part after `#token=` of the link to this page in a mail."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for path in (DATA / "mail").glob("*.eml"):
            mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            if mail["To"] and address in mail["To"]:
                text = mail.get_body(("plain",)).get_content()
                if found := re.search(rf"{page}#token=(\S+)", text):
                    return found[1]
        time.sleep(0.05)
    raise TimeoutError(f"no mail to {address}")


def becomes_applicant(address):
    """Signs up, confirms the address and signs in; tries what must be refused on the way."""
    person = {"email": address, "first_name": "Nadia", "last_name": "Okafor"}
    weak = refused(sign_up, 422, "weak_password", client=anyone(), body=SignUpRequest(password="short", **person))
    assert weak.rules.lowercase and not weak.rules.length and "length" in weak.reasons, weak
    call(sign_up, 202, client=anyone(), body=SignUpRequest(password=PASSWORD, **person))
    credentials = SignInRequest(email=address, password=PASSWORD)
    refused(create_session, 403, "email_not_verified", client=anyone(), body=credentials)
    again = ResendVerificationRequest(email=address, purpose=ResendPurpose.VERIFY_EMAIL)
    call(resend_verification, 202, client=anyone(), body=again)

    link = LinkToken(token=secret_mailed_to(address))
    confirmed = call(redeem_verification, 200, client=anyone(), body=link)
    assert confirmed.purpose == VerifyEmailPurpose.VERIFY_EMAIL and confirmed.verified
    refused(redeem_verification, 400, "token_invalid", client=anyone(), body=link)

    wrong = SignInRequest(email=address, password="Copper-72-meadow")
    refused(create_session, 401, "invalid_credentials", client=anyone(), body=wrong)
    return sign_in(address)


def applies(teacher):
    """Uploads a photo and submits an application; returns its id."""
    photo = UploadHeadshotBody(file=File(io.BytesIO(b"no picture"), "me.png", "image/png"))
    refused(upload_headshot, 415, "unsupported_image", client=teacher, body=photo)
    uploaded = []
    for _ in range(2):
        photo = UploadHeadshotBody(file=File(io.BytesIO(PNG), "me.png", "image/png"))
        uploaded.append(call(upload_headshot, 201, client=teacher, body=photo))
    kept, spare = uploaded
    call(delete_headshot, 204, client=teacher, id=spare.id)
    listed = call(list_headshots, 200, client=teacher)
    assert [(photo.id, photo.width) for photo in listed.items] == [(kept.id, 1)]

    wrong = SubmitApplicationRequest.from_dict(APPLICATION | {"city": " ", "headshot_id": str(kept.id)})
    problem = refused(submit_application, 422, "validation_failed", client=teacher, body=wrong)
    assert [error.field for error in problem.errors] == ["/city"], problem
    answers = SubmitApplicationRequest.from_dict(APPLICATION | {"headshot_id": str(kept.id)})
    repeatable = {"client": teacher, "body": answers, "idempotency_key": str(uuid4())}
    receipt = call(submit_application, 201, **repeatable)
    assert receipt.status == ApplicationStatus.PENDING
    assert call(submit_application, 201, **repeatable).id == receipt.id
    refused(submit_application, 409, "application_pending_exists", client=teacher, body=answers)
    refused(delete_headshot, 409, "in_use", client=teacher, id=kept.id)

    own = call(get_application, 200, client=teacher, id=receipt.id)
    assert APPLICATION.items() <= own.to_dict().items() and own.headshot_url
    mine = call(list_my_applications, 200, client=teacher, status=ApplicationStatus.PENDING, limit=1)
    assert [application.id for application in mine.items] == [receipt.id]
    return receipt.id


def approves(admin, teacher, address, application):
    """Finds the application in the list, reads it and approves it."""
    refused(list_applications, 403, "forbidden", client=teacher)
    before = call(list_applications, 200, client=admin, status=ApplicationStatus.PENDING, q=address)
    assert [(found.id, found.email) for found in before.items] == [(application, address)]
    assert before.counts.pending >= before.total == 1
    assert call(get_application, 200, client=admin, id=application).first_name == "Nadia"
    refused(get_application, 404, "not_found", client=admin, id=uuid4())

    approval = DecisionRequest(decision=Decision.APPROVED, note="Strong in science.")
    decided = call(decide_application, 200, client=admin, id=application, body=approval)
    assert decided.status == ApplicationStatus.APPROVED and decided.note == "Strong in science."
    late = refused(
        decide_application,
        409,
        "application_already_decided",
        client=admin,
        id=application,
        body=DecisionRequest(decision=Decision.REJECTED),
    )
    assert late.current_status == ApplicationStatus.APPROVED
    mine = call(list_my_applications, 200, client=teacher)
    assert [(one.status, bool(one.reviewed_at)) for one in mine.items] == [(ApplicationStatus.APPROVED, True)]


def signs_out(address, session):
    """Refreshes the session, ends another one and then all of them."""
    session = call(refresh_session, 200, client=anyone(), body=RefreshRequest(refresh_token=session.refresh_token))
    assert session.user.email == address and session.user.roles == [Role.MEMBER]
    teacher = signed_in(session)
    sign_in(address)
    other = [found for found in call(list_sessions, 200, client=teacher).items if not found.current]
    call(end_session, 204, client=teacher, id=other[0].id)
    call(end_sessions, 204, client=teacher)
    refused(get_current_user, 401, "session_revoked", client=teacher)
    refused(
        refresh_session,
        401,
        "session_revoked",
        client=anyone(),
        body=RefreshRequest(refresh_token=session.refresh_token),
    )


def recovers(address):
    """Chooses another password with a mailed link, and then the first one again; returns the session."""
    call(request_recovery, 202, client=anyone(), body=RequestRecoveryRequest(email=address))
    link = LinkToken(token=secret_mailed_to(address, "/auth/reset"))
    grant = call(redeem_verification, 200, client=anyone(), body=link)
    holder = AuthenticatedClient(f"{URL}/api", grant.recovery_token, raise_on_unexpected_status=True)
    chosen = SetRecoveryPasswordRequest(password=OTHER_PASSWORD)
    call(set_recovery_password, 204, client=holder, body=chosen)
    refused(set_recovery_password, 401, "recovery_expired", client=holder, body=chosen)
    session = sign_in(address, OTHER_PASSWORD)
    wrong = ChangePasswordRequest(current_password=PASSWORD, password=PASSWORD)
    refused(change_password, 401, "invalid_credentials", client=signed_in(session), body=wrong)
    again = ChangePasswordRequest(current_password=OTHER_PASSWORD, password=PASSWORD)
    call(change_password, 204, client=signed_in(session), body=again)
    return session


def is_administered(admin, address):
    """Is found, gets a role and loses it, is disabled and enabled."""
    found = call(list_users, 200, client=admin, q=address, role=Role.MEMBER).items
    assert [user.email for user in found] == [address]
    user, reason = {"client": admin, "id": found[0].id}, ReasonRequest(reason="A partner school")
    granted = call(grant_role, 200, **user, role=Role.PARTNER, body=reason)
    assert granted.roles == [Role.MEMBER, Role.PARTNER]
    call(revoke_role, 204, **user, role=Role.PARTNER)
    call(disable_user, 204, **user, body=DisableRequest(reason="Asked for it"))
    refused(
        create_session, 403, "account_disabled", client=anyone(), body=SignInRequest(email=address, password=PASSWORD)
    )
    call(enable_user, 204, **user)
    assert call(get_user, 200, **user).roles == [Role.MEMBER]


def leaves(address):
    """Changes the name, takes a copy of everything and deletes the account."""
    client = signed_in(sign_in(address))
    assert (
        call(update_current_user, 200, client=client, body=UpdateUserRequest(first_name="Nadja")).first_name == "Nadja"
    )
    copy = export_current_user.sync_detailed(client=client)
    with zipfile.ZipFile(io.BytesIO(copy.content)) as archive:
        assert json.loads(archive.read("data.json"))["profile"]["first_name"] == "Nadja"
    call(delete_current_user, 202, client=client, body=DeleteAccountRequest(current_password=PASSWORD))
    gone = SignInRequest(email=address, password=PASSWORD)
    refused(create_session, 401, "invalid_credentials", client=anyone(), body=gone)


def main():
    assert call(get_health, 200, client=anyone()).status
    assert call(get_readiness, 200, client=anyone()).status
    assert call(list_keys, 200, client=anyone()).keys

    name = secrets.token_hex(4)
    address, director = f"nadia-{name}@school.example", f"director-{name}@forum.example"
    session = becomes_applicant(address)
    teacher = signed_in(session)
    assert call(get_current_user, 200, client=teacher).roles == [Role.APPLICANT]
    application = applies(teacher)

    command = [PROGRAM, "admin", "create", "--email", director, "--password-stdin"]
    command += ["--first-name", "Dana", "--last-name", "Reyes"]
    subprocess.run(command, input=PASSWORD.encode(), check=True, capture_output=True)
    approves(signed_in(sign_in(director)), teacher, address, application)
    assert call(get_current_user, 200, client=teacher).roles == [Role.MEMBER]
    signs_out(address, session)
    recovers(address)
    is_administered(signed_in(sign_in(director)), address)
    leaves(address)


if __name__ == "__main__":
    main()
