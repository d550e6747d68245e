-- Accounts with providers of OpenID Connect that sign in to accounts of this site.

create table identities (
    id        uuid        primary key,
    user_id   uuid        not null references users (id) on delete cascade,
    provider  text        not null constraint identities_provider_length check (char_length(provider) between 1 and 40),
    subject   text        not null constraint identities_subject_length check (char_length(subject) between 1 and 255),
    email     text        constraint identities_email_length check (char_length(email) <= 254),
    linked_at timestamptz not null,
    constraint identities_once unique (provider, subject)
);
comment on column identities.subject is 'The id that the provider has for the person; never an address.';
comment on column identities.email is 'The address that the provider told when it was linked; it decides nothing.';
create index identities_user_idx on identities (user_id, linked_at);

alter table sign_in_flows drop constraint sign_in_flows_kind;
alter table sign_in_flows add constraint sign_in_flows_kind check (kind in ('passkey', 'id_token'));

alter table outbox drop constraint outbox_kind;
alter table outbox add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
    'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
    'change_email_old', 'change_email_new', 'change_email_taken', 'email_changed', 'email_restored',
    'factor_added', 'factor_removed', 'recovery_code_used', 'identities_changed',
    'application_submitted', 'application_approved', 'application_rejected', 'template_test'));
