-- Passkeys (Web Authentication). Only their public halves are here.

alter table factors drop constraint factors_kind;
alter table factors add constraint factors_kind check (kind in ('totp', 'passkey'));
alter table factors add column credential_id bytea;
alter table factors add column passkey text;
alter table factors add constraint factors_passkey_whole
    check ((credential_id is null) = (passkey is null) and (kind = 'passkey' or passkey is null));
alter table factors add constraint factors_passkey_verified
    check (kind <> 'passkey' or verified_at is null or passkey is not null);
-- A passkey belongs to one account (Web Authentication, section 7.1).
create unique index factors_credential on factors (credential_id);
comment on column factors.credential_id is 'Chosen by the authenticator; null until the passkey was created.';
comment on column factors.passkey is 'Public key, signature counter and flags, as webauthn-rs writes them (JSON).';

alter table factor_challenges add column ceremony text;
comment on column factor_challenges.ceremony is 'What the answer of a passkey is checked against.';

create table sign_in_flows (
    id         uuid        primary key,
    kind       text        not null constraint sign_in_flows_kind check (kind in ('passkey')),
    state      text        not null,
    expires_at timestamptz not null
);
comment on table sign_in_flows is 'Flows of signing in that began before the site knew who somebody is.';
create index sign_in_flows_expiry_idx on sign_in_flows (expires_at);
