"""The teacher's steps: sign-up, application, sign-out, recovery and deletion."""

import base64
import io
import json
import zipfile
from pathlib import Path
from uuid import uuid4

from forum_client import AuthenticatedClient
from forum_client.api.accounts import (
    redeem_verification,
    request_recovery,
    resend_verification,
    set_recovery_password,
    sign_up,
)
from forum_client.api.applications import (
    get_application,
    get_draft,
    list_my_applications,
    save_draft,
    submit_application,
)
from forum_client.api.headshots import delete_headshot, list_headshots, upload_headshot
from forum_client.api.sessions import end_session, end_sessions, list_sessions, refresh_session
from forum_client.api.sign_in import create_session
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
    DeleteAccountRequest,
    DraftFields,
    LinkToken,
    RefreshRequest,
    RequestRecoveryRequest,
    ResendPurpose,
    ResendVerificationRequest,
    Role,
    SaveDraftRequest,
    SetRecoveryPasswordRequest,
    SignInRequest,
    SignUpRequest,
    SubmitApplicationRequest,
    UpdateUserRequest,
    UploadHeadshotBody,
    VerifyEmailPurpose,
)
from forum_client.types import File

from calls import OTHER_PASSWORD, PASSWORD, URL, anyone, call, refused, secret_mailed_to, sign_in, signed_in, walk

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
DOCUMENT = json.loads((Path(__file__).parents[2] / "openapi.json").read_bytes())
FORM = DOCUMENT["paths"]["/applications"]["post"]["requestBody"]["content"]["application/json"]
APPLICATION = {name: value for name, value in FORM["example"].items() if name != "headshot_id"} | {
    # What spreadsheets mistake for numbers and formulas.
    "city": "San José",
    "zip_code": "02138",
    "phone": "+16175550100",
    "school_district": "=1+1",
}


def becomes_applicant(address):
    """Signs up, confirms the address and signs in, with requests that must be refused on the way."""
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
    """Uploads a photo and submits an application. Returns its id."""
    photo = UploadHeadshotBody(file=File(io.BytesIO(b"no picture"), "me.png", "image/png"))
    refused(upload_headshot, 415, "unsupported_image", client=teacher, body=photo)
    uploaded = []
    for _ in range(2):
        photo = UploadHeadshotBody(file=File(io.BytesIO(PNG), "me.png", "image/png"))
        uploaded.append(call(upload_headshot, 201, client=teacher, body=photo))
    kept, spare = uploaded
    call(delete_headshot, 204, client=teacher, id=spare.id)
    assert [(photo.id, photo.width) for photo in walk(list_headshots, client=teacher)] == [(kept.id, 1)]

    draft = SaveDraftRequest(fields=DraftFields(city="Tam", headshot_id=str(kept.id)), step=2)
    call(save_draft, 200, client=teacher, body=draft)
    resumed = call(get_draft, 200, client=teacher)
    assert (resumed.fields.to_dict(), resumed.step) == (draft.fields.to_dict(), 2), resumed

    wrong = SubmitApplicationRequest.from_dict(APPLICATION | {"city": " ", "headshot_id": str(kept.id)})
    problem = refused(submit_application, 422, "validation_failed", client=teacher, body=wrong)
    assert [error.field for error in problem.errors] == ["/city"], problem
    answers = SubmitApplicationRequest.from_dict(APPLICATION | {"headshot_id": str(kept.id)})
    repeatable = {"client": teacher, "body": answers, "idempotency_key": str(uuid4())}
    receipt = call(submit_application, 201, **repeatable)
    assert receipt.status == ApplicationStatus.PENDING
    assert call(submit_application, 201, **repeatable).id == receipt.id
    assert call(get_draft, 200, client=teacher).updated_at is None
    refused(submit_application, 409, "application_pending_exists", client=teacher, body=answers)
    refused(delete_headshot, 409, "in_use", client=teacher, id=kept.id)

    own = call(get_application, 200, client=teacher, id=receipt.id)
    assert APPLICATION.items() <= own.to_dict().items() and own.headshot_url
    mine = call(list_my_applications, 200, client=teacher, status=ApplicationStatus.PENDING, limit=1)
    assert [application.id for application in mine.items] == [receipt.id]
    return receipt.id


def signs_out(address, session):
    """Refreshes the session, ends another one and then all of them."""
    session = call(refresh_session, 200, client=anyone(), body=RefreshRequest(refresh_token=session.refresh_token))
    assert session.user.email == address and session.user.roles == [Role.MEMBER]
    teacher = signed_in(session)
    sign_in(address)
    other = [found for found in walk(list_sessions, client=teacher, limit=1) if not found.current]
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
    """Sets a new password with a mailed link, and then the first one again. Returns the session."""
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


def deletes_account(address):
    """Changes the name, exports the data and deletes the account."""
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
