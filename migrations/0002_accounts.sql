-- Users, their profiles, credentials and roles; sign-ups that wait for confirmation; changes of addresses; one-time tokens;
-- sessions; second factors, passkeys and identities.
-- Lengths are code points and repeat the domain's constants; a test compares them.

create table users (
    id              uuid        primary key,
    created_at      timestamptz not null,
    disabled_at     timestamptz,
    deleted_at      timestamptz,
    last_sign_in_at timestamptz
);
comment on table users is 'People whose address is confirmed.';
comment on column users.deleted_at is
    'When the person deleted the account. Only the row and its decided applications stay, both without personal data.';
comment on column users.last_sign_in_at is 'Written when a session is opened; null for users who never signed in.';

-- An act of an administrator is judged by what they are under this lock, not by what they were when the request arrived.
-- Whoever demotes, disables or deletes a user locks their row, and so waits until the act is stored. What is read is as of
-- after the lock. An unknown or deleted user has no roles.
create function lock_actor(actor uuid) returns table (roles text[], disabled_at timestamptz)
language plpgsql as $$
begin
    perform from users u where u.id = actor for share;
    return query
        select array(select r.role from user_roles r where r.user_id = actor),
               (select u.disabled_at from users u where u.id = actor);
end
$$;

-- The users' list is searched by words, and is read from this table alone in every order.
create table profiles (
    user_id         uuid        primary key references users (id) on delete cascade,
    first_name      text        not null
        constraint profiles_first_name_length check (char_length(first_name) between 1 and 100),
    last_name       text        not null
        constraint profiles_last_name_length check (char_length(last_name) between 1 and 100),
    email           text        not null constraint profiles_email_length check (char_length(email) between 3 and 254),
    user_created_at timestamptz not null,
    last_key        text collate "C" generated always as (left(folded_words(last_name), 100)) stored,
    first_key       text collate "C" generated always as (left(folded_words(first_name), 100)) stored,
    search_words    text generated always as (
        application_words(first_name, last_name, email, null, null, null, null, null)
    ) stored
);
comment on column profiles.user_created_at is 'A copy of users.created_at, which never changes.';
-- A common word is found soonest along an order of the list, a rare one in the index of trigrams. To tell them apart, the
-- planner tries the word on this many values.
alter table profiles alter column search_words set statistics 200;
create unique index profiles_email_key on profiles (lower(email));
create index profiles_created_at_idx on profiles (user_created_at, user_id);
create index profiles_names_idx on profiles (last_key, first_key, user_id);
-- A search reads the list of rows that are not in the index yet from end to end: it must stay short.
create index profiles_words_idx on profiles using gin (search_words gin_trgm_ops) with (gin_pending_list_limit = 64);

create function copy_user_created_at() returns trigger language plpgsql as $$
begin
    if new.user_created_at is null then
        new.user_created_at := (select u.created_at from users u where u.id = new.user_id);
    end if;
    return new;
end
$$;
create trigger profiles_created_at before insert on profiles
    for each row execute function copy_user_created_at();

create table credentials (
    user_id       uuid        primary key references users (id) on delete cascade,
    password_hash text        not null,
    updated_at    timestamptz not null
);
comment on table credentials is 'Users without a row have to choose a password before they can sign in with one.';

create table user_roles (
    user_id         uuid        not null references users (id) on delete cascade,
    role            text        not null
        constraint user_roles_role check (role in ('admin', 'member', 'applicant', 'moderator', 'partner')),
    granted_at      timestamptz not null,
    user_created_at timestamptz not null,
    primary key (user_id, role)
);
create index user_roles_users_idx on user_roles (role, user_id);
create index user_roles_created_at_idx on user_roles (role, user_created_at, user_id);
create trigger user_roles_created_at before insert on user_roles
    for each row execute function copy_user_created_at();

create table pending_registrations (
    id            uuid        primary key,
    email         text        not null
        constraint pending_registrations_email_length check (char_length(email) between 3 and 254),
    first_name    text        not null
        constraint pending_registrations_first_name_length check (char_length(first_name) between 1 and 100),
    last_name     text        not null
        constraint pending_registrations_last_name_length check (char_length(last_name) between 1 and 100),
    password_hash text        not null,
    created_at    timestamptz not null,
    contested     boolean     not null default false
);
comment on table pending_registrations is
    'Sign-ups nobody has confirmed. Each keeps its own names and password; confirming one drops the others of its address.';
comment on column pending_registrations.contested is
    'Another sign-up of the address was waiting when this one was made: confirming it does not take over its password.';
create index pending_registrations_email_idx on pending_registrations (lower(email), created_at desc);
-- Housekeeping removes old rows oldest first. This index and those with `ended`, `over`, `expires`, `until` or `full` in
-- their names are in the order in which it reads.
create index pending_registrations_created_idx on pending_registrations (created_at);

-- A request that both addresses confirm, and afterwards the way back for whoever reads the old one.
create table email_changes (
    id               uuid        primary key,
    user_id          uuid        not null references users (id) on delete cascade,
    old_email        text        not null
        constraint email_changes_old_email_length check (char_length(old_email) between 3 and 254),
    new_email        text        not null
        constraint email_changes_new_email_length check (char_length(new_email) between 3 and 254),
    requested_at     timestamptz not null,
    suspect_since    timestamptz not null,
    expires_at       timestamptz not null,
    old_confirmed_at timestamptz,
    new_confirmed_at timestamptz,
    changed_at       timestamptz,
    ended_at         timestamptz
);
comment on column email_changes.suspect_since is
    'Factors and identities from then on are removed if the address is put back.';
comment on column email_changes.expires_at is
    'Until when the confirmations are accepted; once the address is changed, until when it can be put back.';
comment on column email_changes.ended_at is
    'When the request was replaced or cancelled, or the address put back.';
create unique index email_changes_waiting_key on email_changes (user_id) where changed_at is null and ended_at is null;
create index email_changes_user_idx on email_changes (user_id, requested_at desc);
create index email_changes_old_idx on email_changes (lower(old_email)) where changed_at is null and ended_at is null;
create index email_changes_new_idx on email_changes (lower(new_email)) where changed_at is null and ended_at is null;
create index email_changes_over_idx on email_changes (least(ended_at, expires_at));

-- A wrong code is a row of its own, whoever owns the address, so that its cost tells nothing.
create table one_time_tokens (
    id              uuid        primary key,
    purpose         text        not null
        constraint one_time_tokens_purpose check (purpose in ('verify_email', 'recovery', 'recovery_grant',
            'sign_in_code', 'wrong_code', 'change_email_old', 'change_email_new', 'restore_email')),
    email           text        not null
        constraint one_time_tokens_email_length check (char_length(email) between 3 and 254),
    registration_id uuid        references pending_registrations (id) on delete set null,
    change_id       uuid        references email_changes (id) on delete cascade,
    created_at      timestamptz not null,
    expires_at      timestamptz not null,
    used_at         timestamptz
);
comment on table one_time_tokens is
    'Links and codes of mails. The secret is derived from the id and a key outside the database.';
comment on column one_time_tokens.change_id is
    'The change of address that the link belongs to. An unused, unexpired restore_email keeps its address reserved.';
create index one_time_tokens_email_idx on one_time_tokens (lower(email), purpose, created_at desc);
create index one_time_tokens_registration_idx on one_time_tokens (registration_id);
create index one_time_tokens_change_idx on one_time_tokens (change_id) where change_id is not null;
create index one_time_tokens_ended_idx on one_time_tokens (least(used_at, expires_at));

create table sessions (
    id            uuid          primary key,
    user_id       uuid          not null references users (id) on delete cascade,
    counter       integer       not null constraint sessions_counter check (counter >= 1),
    current_used  boolean       not null,
    rotated_at    timestamptz   not null,
    created_at    timestamptz   not null,
    expires_at    timestamptz   not null,
    revoked_at    timestamptz,
    last_used_at  timestamptz   not null,
    ip_prefix     text,
    user_agent    text          constraint sessions_user_agent_length check (char_length(user_agent) <= 200),
    proof_methods text[]        not null default '{}',
    proof_times   timestamptz[] not null default '{}',
    proof_factors uuid[]        not null default '{}',
    constraint sessions_proofs check (cardinality(proof_methods) = cardinality(proof_times)
                                      and cardinality(proof_methods) = cardinality(proof_factors))
);
comment on column sessions.counter is 'Counter of the current refresh token; the token itself is not stored.';
comment on column sessions.last_used_at is
    'Written at sign-in, at each refresh and at the first request after either: exact to 15 minutes.';
comment on column sessions.proof_methods is 'How the user proved who they are ("amr", RFC 8176).';
create index sessions_user_idx on sessions (user_id);
create index sessions_ended_idx on sessions (least(revoked_at, expires_at));

-- The key is a MAC under a secret outside the database: no address or network can be read from it.
create table known_networks (
    key   bytea       primary key constraint known_networks_key_length check (octet_length(key) = 32),
    until timestamptz not null
);
create index known_networks_until_idx on known_networks (until);

-- Neither the secrets of second factors nor the recovery codes are here: both are derived from the id of a row and a key
-- outside the database. Of passkeys (Web Authentication), only the public halves are here.
create table factors (
    id            uuid        primary key,
    user_id       uuid        not null references users (id) on delete cascade,
    kind          text        not null constraint factors_kind check (kind in ('totp', 'passkey')),
    friendly_name text        not null
        constraint factors_friendly_name_length check (char_length(friendly_name) between 1 and 60),
    created_at    timestamptz not null,
    verified_at   timestamptz,
    last_used_at  timestamptz,
    last_step     bigint,
    credential_id bytea,
    passkey       text,
    constraint factors_passkey_whole
        check ((credential_id is null) = (passkey is null) and (kind = 'passkey' or passkey is null)),
    constraint factors_passkey_verified check (kind <> 'passkey' or verified_at is null or passkey is not null)
);
comment on column factors.verified_at is 'When its enrolment ended; until then it counts for nothing.';
comment on column factors.last_step is 'The 30-second step of the last code that was accepted: no code works twice.';
comment on column factors.credential_id is 'Chosen by the authenticator; null until the passkey was created.';
comment on column factors.passkey is 'Public key, signature counter and flags, as webauthn-rs writes them (JSON).';
create index factors_user_idx on factors (user_id, created_at);
-- A passkey belongs to one account (Web Authentication, section 7.1).
create unique index factors_credential on factors (credential_id);
-- Factors that were never verified expire after a day; housekeeping finds them by time.
create index factors_begun_idx on factors (created_at) where verified_at is null;

create table recovery_codes (
    user_id    uuid        primary key references users (id) on delete cascade,
    id         uuid        not null unique,
    created_at timestamptz not null,
    used       boolean[]   not null constraint recovery_codes_used check (cardinality(used) = 10)
);

create table factor_challenges (
    id         uuid        primary key,
    user_id    uuid        not null references users (id) on delete cascade,
    purpose    text        not null constraint factor_challenges_purpose check (purpose in ('sign_in', 'verify')),
    method     text,
    factor_id  uuid        references factors (id) on delete cascade,
    created_at timestamptz not null,
    tries      integer     not null constraint factor_challenges_tries check (tries >= 0),
    ceremony   text,
    constraint factor_challenges_subject check ((method is null) = (purpose = 'verify')
                                                and (factor_id is null) = (purpose = 'sign_in'))
);
comment on column factor_challenges.method is 'How the user proved who they are before the factor was asked for.';
create index factor_challenges_user_idx on factor_challenges (user_id);
create index factor_challenges_factor_idx on factor_challenges (factor_id);
-- Challenges expire after five minutes.
create index factor_challenges_created_idx on factor_challenges (created_at);

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

create table sign_in_flows (
    id         uuid        primary key,
    kind       text        not null
        constraint sign_in_flows_kind check (kind in ('passkey', 'id_token', 'authorization', 'auth_code', 'wallet')),
    state      text        not null,
    expires_at timestamptz not null
);
create index sign_in_flows_expiry_idx on sign_in_flows (expires_at);
