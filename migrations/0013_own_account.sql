-- Notices to the owner of an account, and deletion of one's own account.

alter table outbox drop constraint outbox_kind;
alter table outbox add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
    'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
    'application_submitted', 'application_approved', 'application_rejected'));

alter table users add column deleted_at timestamptz;
comment on column users.deleted_at is
    'When the person deleted the account. Only the row and its decided applications stay, both without personal data.';

-- What was sent to a person, for the copy of their data and for deletion.
create index outbox_to_email_idx on outbox (lower(to_email));
create index audit_events_actor_idx on audit_events (actor_id, at desc, id desc) where actor_id is not null;
