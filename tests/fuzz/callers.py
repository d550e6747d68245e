"""The users that make requests. Operations that end their caller's account, session or password use separate users."""

from site_under_test import ProtectedUser, User

# The group of operations that share a caller, and the statuses after which that caller is replaced.
GROUPS = {
    "delete_current_user": ("deleting", {202}),
    "change_password": ("changing", {204}),
    "change_email": ("moving", {202}),
    "end_sessions": ("ending", set()),
    "end_session": ("ending", set()),
    "set_recovery_password": ("recovering", {204}),
    "get_application": ("reading", set()),
    "submit_application": ("applying", {201, 409}),
    "withdraw_application": ("withdrawing", set()),
    "edit_application": ("editing", set()),
    "enrol_factor": ("enrolling", {409}),
    "challenge_factor": ("enrolling", {409}),
    "verify_factor": ("verifying", {200, 429}),
    "rename_factor": ("protected", set()),
    "remove_factor": ("removing", {204}),
    "create_recovery_codes": ("protected", {201}),
    "reauthenticate_session": ("reauthenticating", {429}),
    "disable_user": ("disabling", set()),
    "revoke_role": ("disabling", set()),
}
WITH_FACTOR = {"protected", "removing"}


class Callers:
    """The callers of one run, all with one role."""

    def __init__(self, role):
        self.role = role
        self.by_group = {}

    def of(self, group):
        if group not in self.by_group:
            self.by_group[group] = (ProtectedUser if group in WITH_FACTOR else User)(self.role)
        return self.by_group[group]

    def caller(self, operation):
        return self.of(GROUPS.get(operation, ("main",))[0])

    def token(self, operation):
        caller = self.caller(operation)
        return caller.grant() if operation == "set_recovery_password" else caller.token()

    def sign_in_again(self, operation):
        caller = self.caller(operation)
        caller.session = caller.unused_grant = None

    def done(self, operation, status):
        """Replaces a caller that the operation has used up."""
        group, spent = GROUPS.get(operation, ("main", set()))
        if status in spent:
            self.by_group.pop(group, None)
