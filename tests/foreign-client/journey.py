"""The journey of a teacher and an administrator through the API with the generated client, as a third party uses it."""

import base64
import io
import json
import secrets
import sys
from pathlib import Path

import openpyxl
from forum_client import AuthenticatedClient, Client
from forum_client.api.accounts import redeem_verification, sign_up
from forum_client.api.applications import list_my_applications, submit_application
from forum_client.api.headshots import upload_headshot
from forum_client.api.review import decide_application, export_applications, list_applications
from forum_client.api.sign_in import create_session
from forum_client.api.users import get_current_user
from forum_client.models import (
    ApplicationStatus,
    Decision,
    DecisionRequest,
    ExportFormat,
    LinkToken,
    Problem,
    Role,
    SignInRequest,
    SignUpRequest,
    SubmitApplicationRequest,
    UploadHeadshotBody,
)
from forum_client.types import File

from accounts import PASSWORD, create_administrator, token_mailed_to

PROGRAM, URL = sys.argv[1:]
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
DOCUMENT = json.loads((Path(__file__).parents[2] / "openapi.json").read_bytes())
FORM = DOCUMENT["paths"]["/applications"]["post"]["requestBody"]["content"]["application/json"]
# What spreadsheets mistake for numbers and formulas.
SPREADSHEET_TRAPS = {"zip_code": "02138", "phone": "+16175550100", "school_district": "=1+1"}


def call(operation, status, /, **arguments):
    """Calls an operation. Returns its typed body. Requires this status."""
    response = operation.sync_detailed(**arguments)
    assert response.status_code == status, f"{operation.__name__}: {response.status_code} {response.content}"
    return response.parsed


def refused(operation, status, code, /, **arguments):
    """Calls an operation whose response must be a problem with this code."""
    problem = call(operation, status, **arguments)
    assert isinstance(problem, Problem) and (problem.status, problem.code) == (status, code), problem
    return problem


def anyone():
    return Client(f"{URL}/api", raise_on_unexpected_status=True)


def sign_in(address):
    session = call(create_session, 201, client=anyone(), body=SignInRequest(email=address, password=PASSWORD))
    return AuthenticatedClient(f"{URL}/api", session.access_token, raise_on_unexpected_status=True)


def becomes_applicant(address):
    """Signs up, confirms the address and signs in."""
    person = {"email": address, "first_name": "Nadia", "last_name": "Okafor"}
    weak = refused(sign_up, 422, "weak_password", client=anyone(), body=SignUpRequest(password="short", **person))
    assert weak.rules.lowercase and not weak.rules.length, weak
    call(sign_up, 202, client=anyone(), body=SignUpRequest(password=PASSWORD, **person))
    link = LinkToken(token=token_mailed_to(address))
    assert call(redeem_verification, 200, client=anyone(), body=link).verified
    return sign_in(address)


def applies(teacher):
    """Uploads a photo and submits an application. Returns its id."""
    file = File(io.BytesIO(PNG), "me.png", "image/png")
    photo = call(upload_headshot, 201, client=teacher, body=UploadHeadshotBody(file=file))
    answers = SubmitApplicationRequest.from_dict(FORM["example"] | SPREADSHEET_TRAPS | {"headshot_id": str(photo.id)})
    receipt = call(submit_application, 201, client=teacher, body=answers)
    assert receipt.status == ApplicationStatus.PENDING
    refused(submit_application, 409, "application_pending_exists", client=teacher, body=answers)
    return receipt.id


def approves(admin, address, application):
    """Finds the application in the list and approves it."""
    page = call(list_applications, 200, client=admin, status=ApplicationStatus.PENDING, q=address)
    assert [(found.id, found.email) for found in page.items] == [(application, address)]
    approval = DecisionRequest(decision=Decision.APPROVED, note="Strong in science.")
    decided = call(decide_application, 200, client=admin, id=application, body=approval)
    assert decided.status == ApplicationStatus.APPROVED and decided.note == "Strong in science."
    late = refused(decide_application, 409, "application_already_decided", client=admin, id=application, body=approval)
    assert late.current_status == ApplicationStatus.APPROVED


def reads_workbook(admin, address, application):
    """Exports the application as a workbook and reads it with another program's library."""
    export = export_applications.sync_detailed(
        client=admin, q=address, format_=ExportFormat.XLSX, include_note=True, include_reviewer=True
    )
    sheet = openpyxl.load_workbook(io.BytesIO(export.content)).active
    names, row = sheet.iter_rows()
    cells = {name.value: cell for name, cell in zip(names, row, strict=True)}
    texts = {"Application ID": str(application), "First name": "Nadia", "ZIP code": "02138"}
    texts |= {"Phone": "+16175550100", "School district": "=1+1"}
    texts |= {"Subjects taught": "; ".join(FORM["example"]["subjects_taught"])}
    texts |= {"Note": "Strong in science.", "Decided by": "Dana Reyes"}
    for name, text in texts.items():
        assert (cells[name].data_type, cells[name].value) == ("s", text), name
    assert cells["Submitted"].is_date and cells["Decided"].is_date and cells["Date of birth"].is_date
    assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref == sheet.dimensions, sheet.auto_filter.ref


def main():
    name = secrets.token_hex(4)
    address, director = f"nadia-{name}@school.example", f"director-{name}@forum.example"
    create_administrator(PROGRAM, director)
    teacher, admin = becomes_applicant(address), sign_in(director)
    application = applies(teacher)
    refused(list_applications, 403, "forbidden", client=teacher)
    approves(admin, address, application)
    reads_workbook(admin, address, application)
    mine = call(list_my_applications, 200, client=teacher)
    assert [one.status for one in mine.items] == [ApplicationStatus.APPROVED]
    assert call(get_current_user, 200, client=teacher).roles == [Role.MEMBER]


if __name__ == "__main__":
    main()
