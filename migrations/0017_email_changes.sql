-- Changes of e-mail addresses: a request that both addresses confirm, and afterwards the way back for whoever reads the
-- old one. And the purposes of tokens and kinds of mails that this needs.

create table email_changes (
    id               uuid        primary key,
    user_id          uuid        not null references users (id) on delete cascade,
    old_email        text        not null
        constraint email_changes_old_email_length check (char_length(old_email) between 3 and 254),
    new_email        text        not null
        constraint email_changes_new_email_length check (char_length(new_email) between 3 and 254),
    requested_at     timestamptz not null,
    expires_at       timestamptz not null,
    old_confirmed_at timestamptz,
    new_confirmed_at timestamptz,
    changed_at       timestamptz,
    ended_at         timestamptz
);
comment on column email_changes.expires_at is
    'Until when the confirmations are accepted; once the address is changed, until when it can be put back.';
comment on column email_changes.ended_at is
    'When the request was replaced or cancelled, or the address put back.';
create unique index email_changes_waiting_key on email_changes (user_id) where changed_at is null and ended_at is null;
create index email_changes_user_idx on email_changes (user_id, requested_at desc);
create index email_changes_old_idx on email_changes (lower(old_email)) where changed_at is null and ended_at is null;
create index email_changes_new_idx on email_changes (lower(new_email)) where changed_at is null and ended_at is null;
create index email_changes_over_idx on email_changes (least(ended_at, expires_at));

alter table one_time_tokens
    add column change_id uuid references email_changes (id) on delete cascade,
    drop constraint one_time_tokens_purpose,
    add constraint one_time_tokens_purpose
        check (purpose in ('verify_email', 'recovery', 'recovery_grant', 'sign_in_code', 'wrong_code',
            'change_email_old', 'change_email_new', 'restore_email'));
create index one_time_tokens_change_idx on one_time_tokens (change_id) where change_id is not null;
comment on column one_time_tokens.change_id is
    'The change of address that the link belongs to. An unused, unexpired restore_email keeps its address reserved.';

alter table outbox
    drop constraint outbox_kind,
    add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
        'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
        'change_email_old', 'change_email_new', 'change_email_taken', 'email_changed', 'email_restored',
        'application_submitted', 'application_approved', 'application_rejected'));
