"""Replaces generated values by real ones, so that requests get past 404 and 401: existing ids, the caller's password,
codes and links from mails, cursors. Values that schemathesis made invalid stay invalid."""

import json
import os
import random
from pathlib import Path

from schemathesis.core.parameters import ParameterLocation
from schemathesis.transport.serialization import Binary

import extreme_values
from site_under_test import (
    CHALLENGE,
    URL,
    VERIFIER,
    ProtectedUser,
    User,
    call,
    callback_query,
    callers,
    http,
    identity_token,
    mailed,
    photo,
    signed_up,
)

NEW_PASSWORD = "Willow-38-harbour"
DOCUMENT = json.loads((Path(__file__).parents[2] / "openapi.json").read_bytes())
OPERATIONS = [operation for path in DOCUMENT["paths"].values() for operation in path.values()]
BODY_EXAMPLES = {
    operation["operationId"]: operation.get("requestBody", {})
    .get("content", {})
    .get("application/json", {})
    .get("example")
    for operation in OPERATIONS
}
# An application can be edited this often (docs/product.md, 6.8).
MAX_EDITS = 20
FORM = {name: value for name, value in BODY_EXAMPLES["submit_application"].items() if name != "headshot_id"}
chance = random.Random(int(os.environ["FUZZ_SEED"]))
shared = {}


def apply(case, operation, run_callers):
    """Puts real values into most cases."""
    if case.meta is None or case.method.upper() != case.operation.method.upper():
        return
    valid = {place for place, part in case.meta.components.items() if part.mode.is_positive}
    caller = run_callers.caller(operation) if run_callers else account_holder()
    # schemathesis reuses ids from responses.
    if operation in ("disable_user", "revoke_role") and case.path_parameters.get("id") in callers:
        case.path_parameters.update(IDS[operation](caller))
    if run_callers and ParameterLocation.PATH in valid and operation in IDS and chance.random() < 0.9:
        case.path_parameters.update(IDS[operation](caller))
    if run_callers and ParameterLocation.QUERY in valid and "cursor" in (case.query or {}) and chance.random() < 0.7:
        case.query.update(cursor(caller, case))
    if operation in QUERIES and ParameterLocation.QUERY in valid and chance.random() < 0.8:
        case.query = QUERIES[operation]()
    known = {ParameterLocation.PATH, ParameterLocation.HEADER} <= valid
    if run_callers and operation == "update_email_template" and known and chance.random() < 0.8:
        template = lookup_admin().call("GET", f"/admin/email-templates/{case.path_parameters['template_name']}")
        case.headers["If-Match"] = f'"{template["version"]}"'
    if run_callers and operation in ("edit_application", "update_note") and known and chance.random() < 0.8:
        case.headers["If-Match"] = "*"
    if (
        operation in BODIES
        and ParameterLocation.BODY in valid
        and isinstance(case.body, dict)
        and chance.random() < 0.8
    ):
        case.body = BODIES[operation](caller, dict(case.body))
    if operation in EXAMPLES and ParameterLocation.BODY not in valid and isinstance(case.body, dict):
        case.body = {**case.body, **with_real_members(operation, caller, case.body)}


def with_real_members(operation, caller, body):
    """Real values for the valid members, without which the request would be refused anyway."""
    example = EXAMPLES[operation]
    real = BODIES[operation](caller, dict(example))
    return {name: real[name] for name in body.keys() & real.keys() & example.keys() if body[name] == example[name]}


def account_holder(kind=User):
    """A user with an account, for unauthenticated requests."""
    if kind not in shared:
        shared[kind] = kind("applicant")
    return shared[kind]


def lookup_admin():
    """An administrator that looks up ids for all callers."""
    if "lookup_admin" not in shared:
        shared["lookup_admin"] = User("admin")
    return shared["lookup_admin"]


def one_of(reader, path, parameter="id"):
    """A random id of a list, as this path parameter."""
    items = reader.call("GET", path)["items"]
    if path.startswith("/admin/users"):
        # The callers of this run must keep their roles.
        items = [item for item in items if not item["email"].endswith("@fuzz.example")]
    return {parameter: chance.choice(items)["id"]} if items else {}


def known(path):
    """The same from a list that only administrators may read."""
    return lambda caller: one_of(lookup_admin(), f"{path}limit=100")


def own_factor(caller):
    return {"id": caller.enrol()["id"]}


def own_session(caller):
    caller.sign_in()
    return one_of(caller, "/auth/sessions")


def own_identity(caller):
    caller.call("POST", "/users/me/identities", {"provider": "school", **identity_token(subject())})
    return one_of(caller, "/users/me/identities", "identity")


def own_photo(caller):
    upload = http.post(
        f"{URL}/api/headshots",
        files={"file": ("me.png", photo())},
        headers={"Authorization": f"Bearer {caller.token()}"},
    )
    return {"id": upload.json()["id"]} if upload.ok else {}


def application(caller):
    if caller.role == "admin":
        return known("/admin/applications?")(caller)
    return one_of(caller, "/applications/mine") or {"id": caller.call("POST", "/applications", FORM)["id"]}


def pending_application(caller):
    if caller.role == "admin":
        return known("/admin/applications?")(caller)
    return one_of(caller, "/applications/mine?status=pending") or {
        "id": caller.call("POST", "/applications", FORM)["id"]
    }


def asked(id):
    """The open request for changes to a pending application. None after the last edit that is possible."""
    found = lookup_admin().call("GET", f"/applications/{id}")
    if found["version"] > MAX_EDITS:
        return None
    message = {"message": "Please."}
    return found["change_request"] or lookup_admin().call("POST", f"/admin/applications/{id}/change-requests", message)


def open_request(caller):
    found = known("/admin/applications?status=pending&")(caller)
    request = found and asked(found["id"])
    return {**found, "request_id": request["id"]} if request else {}


def editable_application(caller):
    found = pending_application(caller)
    if caller.role != "admin" and asked(found["id"]) is None:
        caller.call("POST", f"/applications/{found['id']}/withdrawal")
        found = pending_application(caller)
        asked(found["id"])
    return found


def own_note(caller):
    found = known("/admin/applications?")(caller)
    if not found or caller.role != "admin":
        return found
    path = f"/admin/applications/{found['id']}/notes"
    notes = caller.call("GET", path)["items"]
    # An application has at most 100 notes.
    note = caller.call("POST", path, {"text": "Strong."}) if len(notes) < 50 else chance.choice(notes)
    return {**found, "note_id": note["id"]}


def own_decision(caller):
    if caller.role != "admin":
        return known("/admin/applications?")(caller)
    found = known("/admin/applications?status=pending&")(caller)
    if found:
        caller.call("POST", f"/admin/applications/{found['id']}/decision", {"decision": "rejected"})
    return found


# Path parameters by operation, with ids that the caller may access.
IDS = {
    "end_session": own_session,
    "challenge_factor": own_factor,
    "rename_factor": own_factor,
    "remove_factor": own_factor,
    "verify_factor": own_factor,
    "delete_headshot": own_photo,
    "unlink_identity": own_identity,
    "decide_application": known("/admin/applications?status=pending&"),
    "undo_decision": own_decision,
    "get_application_history": known("/admin/applications?"),
    "get_application": application,
    "withdraw_application": pending_application,
    "edit_application": editable_application,
    "request_changes": known("/admin/applications?status=pending&"),
    "take_back_change_request": open_request,
    "list_application_versions": known("/admin/applications?"),
    "list_notes": known("/admin/applications?"),
    "add_note": known("/admin/applications?"),
    "update_note": own_note,
    "delete_note": own_note,
    "get_user": known("/admin/users?"),
    "grant_role": known("/admin/users?role=member&"),
    "revoke_role": known("/admin/users?role=member&"),
    "disable_user": known("/admin/users?role=member&"),
    "enable_user": known("/admin/users?"),
    "retry_email_message": known("/admin/email-messages?"),
}


def cursor(caller, case):
    """The cursor of a second page of the same list."""
    query = {name: value for name, value in case.query.items() if name not in ("cursor", "offset")}
    answer = http.get(
        f"{URL}/api{case.operation.path}",
        params=query | {"limit": 1},
        headers={"Authorization": f"Bearer {caller.token()}"},
    )
    following = answer.json().get("next_cursor")
    case.query.pop("offset", None)
    if following and chance.random() < extreme_values.SHARE:
        following = extreme_values.forged(following, chance)
    return {"cursor": following} if following else {}


def authorization_query():
    return {"provider": "school", "code_challenge": CHALLENGE, "code_challenge_method": "S256"}


def subject():
    return f"student-{chance.getrandbits(64):x}"


QUERIES = {"begin_authorization": authorization_query, "finish_authorization": lambda: callback_query(subject())}


def token_of_school():
    """An identity token of a new student, rarely with an extreme expiry."""
    expires = chance.choice(extreme_values.SECONDS) if chance.random() < extreme_values.SHARE else None
    return identity_token(subject(), expires)


def code_of_school(caller, body):
    answer = http.get(f"{URL}/api/auth/callback", params=callback_query(subject()), allow_redirects=False)
    return {"auth_code": answer.headers["location"].partition("#code=")[2], "code_verifier": VERIFIER}


def confirmation(caller, body):
    return {"token": signed_up(f"new-{chance.getrandbits(64):x}@fuzz.example")}


def mailed_code(caller, body):
    """Uses a new address, because five wrong codes would lock the caller out."""
    address = User("applicant").address
    call("POST", "/auth/codes", {"email": address})
    return {"email": address, "code": mailed(address, r": (\d{6})\b")}


def second_step(caller, body):
    if not account_holder(ProtectedUser).codes:
        del shared[ProtectedUser]
    return account_holder(ProtectedUser).second_step()


def filled_form(caller, body):
    form = FORM if chance.random() < 0.5 else body
    return {**form, "headshot_id": own_photo(caller).get("id")}


def password(caller):
    return {"current_password": caller.password}


BODIES = {
    "redeem_verification": confirmation,
    "create_session": lambda caller, body: {"email": caller.address, "password": caller.password},
    "create_session_by_code": mailed_code,
    "create_session_by_factor": second_step,
    "refresh_session": lambda caller, body: {"refresh_token": caller.sign_in()["refresh_token"]},
    "create_session_by_id_token": lambda caller, body: {"provider": "school", **token_of_school()},
    "create_session_by_pkce": code_of_school,
    "link_identity": lambda caller, body: {"provider": "school", **token_of_school()},
    "request_recovery": lambda caller, body: {"email": caller.address},
    "request_sign_in_code": lambda caller, body: {"email": caller.address},
    "resend_verification": lambda caller, body: {**body, "email": caller.address},
    "set_recovery_password": lambda caller, body: {"password": NEW_PASSWORD},
    "change_password": lambda caller, body: {**password(caller), "password": NEW_PASSWORD},
    "change_email": lambda caller, body: {**body, **password(caller)},
    "delete_current_user": lambda caller, body: password(caller),
    "reauthenticate_session": lambda caller, body: {"password": caller.password},
    "verify_factor": lambda caller, body: caller.answer(),
    "submit_application": filled_form,
    "edit_application": filled_form,
    "upload_headshot": lambda caller, body: {"file": Binary(photo())},
    "update_email_template": lambda caller, body: {**body, "html_content": f"<p>{chance.random()}</p>"},
}
# Bodies in which schemathesis makes one member invalid.
EXAMPLES = {name: BODY_EXAMPLES[name] for name in BODIES if BODY_EXAMPLES[name]}
