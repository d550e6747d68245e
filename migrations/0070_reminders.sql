-- An applicant who has not answered a request for changes within a week is reminded once.

alter table application_change_requests add column reminder_id uuid;
comment on column application_change_requests.reminder_id is
    'The mail that reminded the applicant. Null before. Stays when undoing a decision opens the request again.';
create index application_change_requests_unanswered_idx
    on application_change_requests (created_at) where closed_at is null and reminder_id is null;
create index application_change_requests_reminder_idx
    on application_change_requests (reminder_id) where reminder_id is not null;

alter table outbox drop constraint outbox_kind;
alter table outbox add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
    'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
    'session_replaced', 'change_email_old', 'change_email_new', 'change_email_taken', 'email_changed',
    'email_restored', 'account_restored', 'factor_added', 'factor_removed', 'recovery_code_used',
    'identities_changed', 'application_submitted', 'application_approved', 'application_rejected',
    'changes_requested', 'changes_reminder', 'template_test'));
