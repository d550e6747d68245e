"""The administrator's steps: review, export, users and mail templates."""

import csv
import io
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import openpyxl
from forum_client.api.applications import get_application, list_my_applications
from forum_client.api.audit import list_audit_events
from forum_client.api.email import (
    get_email_template,
    list_email_messages,
    list_email_templates,
    preview_email_template,
    test_email_template,
    update_email_template,
)
from forum_client.api.review import (
    decide_application,
    export_applications,
    get_application_history,
    list_applications,
)
from forum_client.api.sign_in import create_session
from forum_client.api.user_administration import (
    disable_user,
    enable_user,
    get_user,
    grant_role,
    list_users,
    revoke_role,
)
from forum_client.models import (
    ApplicationStatus,
    Decision,
    DecisionRequest,
    DisableRequest,
    ExportFormat,
    ReasonRequest,
    Role,
    SignInRequest,
    TemplateTexts,
)

from calls import PASSWORD, anyone, call, refused, walk
from teacher import APPLICATION


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


def reads_history(admin, address, application):
    """Reads the history of an application and exports it; both are in the audit log."""
    history = call(get_application_history, 200, client=admin, id=application).items
    steps = [(event.from_status, event.to_status, event.actor_name) for event in history]
    assert steps == [
        (None, ApplicationStatus.PENDING, "Nadia Okafor"),
        (ApplicationStatus.PENDING, ApplicationStatus.APPROVED, "Dana Reyes"),
    ], steps
    export = export_applications.sync_detailed(client=admin, q=address)
    [row] = csv.DictReader(io.StringIO(export.content.decode()), strict=True)
    assert (row["id"], row["status"], row["email"]) == (str(application), "approved", address)
    audited = call(list_audit_events, 200, client=admin, target=application).items
    assert "application.decided" in [entry.action for entry in audited]
    assert call(list_audit_events, 200, client=admin, action="applications.exported").items


COLUMNS = [*APPLICATION, "id", "first_name", "submitted_at", "reviewed_at", "note", "reviewer"]
# Those that are not the names of the columns, capitalized.
HEADINGS = {
    "id": "Application ID",
    "submitted_at": "Submitted",
    "reviewed_at": "Decided",
    "address_line1": "Address line 1",
    "address_line2": "Address line 2",
    "zip_code": "ZIP code",
    "t_shirt_size": "T-shirt size",
    "reviewer": "Decided by",
}


def reads_workbook(admin, address, application):
    """Exports the application as a workbook and reads it with another program's library."""
    export = export_applications.sync_detailed(
        client=admin, q=address, format_=ExportFormat.XLSX, include_note=True, include_reviewer=True
    )
    assert export.headers["content-disposition"].endswith('.xlsx"'), export.headers
    sheet = openpyxl.load_workbook(io.BytesIO(export.content)).active
    names, row = ({cell.column: cell for cell in cells} for cells in sheet.iter_rows())
    cells = {name.value: row[column] for column, name in names.items()}
    cells = {name: cells[HEADINGS.get(name, name.replace("_", " ").capitalize())] for name in COLUMNS}
    values = {name: cell.value for name, cell in cells.items()}
    assert values["id"] == str(application) and values["first_name"] == "Nadia", values
    for name, text in APPLICATION.items():
        if name not in ("subjects_taught", "date_of_birth"):
            assert (cells[name].data_type, values[name] or "") == ("n" if text is None else "s", text or ""), name
    assert values["subjects_taught"] == "; ".join(APPLICATION["subjects_taught"]), values
    assert values["date_of_birth"] == datetime.fromisoformat(APPLICATION["date_of_birth"]), values
    detail = call(get_application, 200, client=admin, id=application)
    submitted = detail.submitted_at.astimezone(UTC).replace(tzinfo=None)
    assert abs(values["submitted_at"] - submitted) <= timedelta(seconds=1), values
    assert cells["submitted_at"].is_date and cells["reviewed_at"].is_date and cells["date_of_birth"].is_date
    assert (values["note"], values["reviewer"]) == ("Strong in science.", "Dana Reyes"), values
    assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref == sheet.dimensions, sheet.auto_filter.ref


def edits_mails(admin):
    """Previews, tests and saves a template, and finds the mails in the log."""
    name = call(list_email_templates, 200, client=admin).items[0].template_name
    template = call(get_email_template, 200, template_name=name, client=admin)
    wrong = TemplateTexts(subject="{{role}}", html_content=template.html_content)
    refused(preview_email_template, 422, "unknown_placeholder", template_name=name, client=admin, body=wrong)
    texts = TemplateTexts(
        subject=f"{uuid4().hex}: hello {{{{first_name}}}}", html_content="<p>Dear {{first_name}} {{last_name}}</p>"
    )
    preview = call(preview_email_template, 200, template_name=name, client=admin, body=texts)
    assert preview.subject.endswith(": hello Dana") and preview.text.startswith("Dear "), preview
    call(test_email_template, 202, template_name=name, client=admin, body=texts)
    tag = f'"{template.version}"'
    saved = call(update_email_template, 200, template_name=name, client=admin, body=texts, if_match=tag)
    assert saved.subject == texts.subject and saved.version > template.version
    refused(update_email_template, 412, "version_conflict", template_name=name, client=admin, body=texts, if_match=tag)


def walks_lists(admin, address):
    """Reads each kind of list to its end: collections, logs and a complete list."""
    users = walk(list_users, client=admin, limit=1)
    assert len(users) == call(list_users, 200, client=admin).total >= 2
    assert address in [user.email for user in users]
    applications = walk(list_applications, client=admin, limit=1)
    assert len(applications) == call(list_applications, 200, client=admin).total
    for log in (list_audit_events, list_email_messages):
        assert len(walk(log, client=admin, limit=2)) > 2, log.__name__
    assert len(walk(list_email_templates, client=admin)) >= 3


def manages_user(admin, address):
    """Finds a user, grants and revokes a role, disables and enables the account."""
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
