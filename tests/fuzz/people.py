"""Who makes a request. An operation that ends its caller's account, session or password has callers of its own."""

from site_under_test import Person, Protected

# The operations that share a caller, and the statuses after which it is replaced.
CIRCLES = {
    "delete_current_user": ("leaving", {202}),
    "change_password": ("changing", {204}),
    "change_email": ("moving", {202}),
    "end_sessions": ("ending", set()),
    "end_session": ("ending", set()),
    "set_recovery_password": ("recovering", {204}),
    "get_application": ("reading", set()),
    "submit_application": ("applying", {201, 409}),
    "enrol_factor": ("enrolling", {409}),
    "challenge_factor": ("enrolling", {409}),
    "verify_factor": ("verifying", {200, 429}),
    "rename_factor": ("protected", set()),
    "remove_factor": ("removing", {204}),
    "create_recovery_codes": ("protected", {201}),
    "reauthenticate_session": ("proving", {429}),
    "disable_user": ("disabling", set()),
    "revoke_role": ("disabling", set()),
}
WITH_FACTOR = {"protected", "removing"}


class People:
    """The callers of one run, all of one role."""

    def __init__(self, role):
        self.role = role
        self.callers = {}

    def of(self, circle):
        if circle not in self.callers:
            self.callers[circle] = (Protected if circle in WITH_FACTOR else Person)(self.role)
        return self.callers[circle]

    def caller(self, operation):
        return self.of(CIRCLES.get(operation, ("main",))[0])

    def token(self, operation):
        caller = self.caller(operation)
        return caller.grant() if operation == "set_recovery_password" else caller.token()

    def sign_in_again(self, operation):
        caller = self.caller(operation)
        caller.session = caller.unused_grant = None

    def done(self, operation, status):
        """Replaces a caller who can do no more."""
        circle, spent = CIRCLES.get(operation, ("main", set()))
        if status in spent:
            self.callers.pop(circle, None)
