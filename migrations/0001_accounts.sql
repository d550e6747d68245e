-- Users, their profiles, credentials and roles; sign-ups that wait for confirmation; one-time tokens; sessions.
-- Lengths are code points and repeat the domain's constants; a test compares them.

create table users (
    id          uuid        primary key,
    created_at  timestamptz not null,
    disabled_at timestamptz
);
comment on table users is 'People whose address is confirmed.';

create table profiles (
    user_id    uuid primary key references users (id) on delete cascade,
    first_name text not null constraint profiles_first_name_length check (char_length(first_name) between 1 and 100),
    last_name  text not null constraint profiles_last_name_length check (char_length(last_name) between 1 and 100),
    email      text not null constraint profiles_email_length check (char_length(email) between 3 and 254)
);
create unique index profiles_email_key on profiles (lower(email));

create table credentials (
    user_id       uuid        primary key references users (id) on delete cascade,
    password_hash text        not null,
    updated_at    timestamptz not null
);
comment on column credentials.password_hash is 'argon2id in PHC form.';

create table user_roles (
    user_id    uuid        not null references users (id) on delete cascade,
    role       text        not null
        constraint user_roles_role check (role in ('admin', 'member', 'applicant', 'moderator', 'partner')),
    granted_at timestamptz not null,
    primary key (user_id, role)
);
create index user_roles_role_idx on user_roles (role);

create table pending_registrations (
    id            uuid        primary key,
    email         text        not null
        constraint pending_registrations_email_length check (char_length(email) between 3 and 254),
    first_name    text        not null
        constraint pending_registrations_first_name_length check (char_length(first_name) between 1 and 100),
    last_name     text        not null
        constraint pending_registrations_last_name_length check (char_length(last_name) between 1 and 100),
    password_hash text        not null,
    created_at    timestamptz not null
);
comment on table pending_registrations is
    'Sign-ups nobody has confirmed. Each keeps its own names and password; confirming one drops the others of its address.';
create index pending_registrations_email_idx on pending_registrations (lower(email), created_at desc);

create table one_time_tokens (
    id              uuid        primary key,
    purpose         text        not null constraint one_time_tokens_purpose check (purpose in ('verify_email')),
    email           text        not null
        constraint one_time_tokens_email_length check (char_length(email) between 3 and 254),
    registration_id uuid        references pending_registrations (id) on delete set null,
    created_at      timestamptz not null,
    expires_at      timestamptz not null,
    code_tries      integer     not null default 0 constraint one_time_tokens_code_tries check (code_tries >= 0),
    used_at         timestamptz
);
comment on table one_time_tokens is
    'Links and codes of mails. The secret is derived from the id and a key outside the database.';
create index one_time_tokens_email_idx on one_time_tokens (lower(email), purpose, created_at desc);
create index one_time_tokens_registration_idx on one_time_tokens (registration_id);

create table sessions (
    id           uuid        primary key,
    user_id      uuid        not null references users (id) on delete cascade,
    counter      integer     not null constraint sessions_counter check (counter >= 1),
    current_used boolean     not null,
    rotated_at   timestamptz not null,
    created_at   timestamptz not null,
    expires_at   timestamptz not null,
    revoked_at   timestamptz,
    ip_prefix    text,
    user_agent   text        constraint sessions_user_agent_length check (char_length(user_agent) <= 200)
);
comment on column sessions.counter is 'Counter of the current refresh token; the token itself is not stored.';
create index sessions_user_idx on sessions (user_id);
