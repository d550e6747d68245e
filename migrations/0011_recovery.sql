-- Recovery of lost passwords and signing in by code: new purposes of one-time tokens, new kinds of mails. A wrong code is
-- a row of its own, whoever owns the address, so that its cost tells nothing; one_time_tokens.code_tries is no longer
-- written. And sign-ups that share their address with an earlier one that still waits.

alter table one_time_tokens
    drop constraint one_time_tokens_purpose,
    add constraint one_time_tokens_purpose
        check (purpose in ('verify_email', 'recovery', 'recovery_grant', 'sign_in_code', 'wrong_code'));

alter table outbox
    drop constraint outbox_kind,
    add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
        'recovery', 'sign_in_code', 'password_changed', 'address_confirmed',
        'application_submitted', 'application_approved', 'application_rejected'));

alter table pending_registrations add column contested boolean not null default false;
comment on column pending_registrations.contested is
    'Another sign-up of the address was waiting when this one was made: confirming it does not take over its password.';

comment on table credentials is 'Users without a row have to choose a password before they can sign in with one.';
