-- Second factors. Neither their secrets nor the recovery codes are here: both are derived from the id of a row and a key
-- outside the database.

create table factors (
    id            uuid        primary key,
    user_id       uuid        not null references users (id) on delete cascade,
    kind          text        not null constraint factors_kind check (kind in ('totp')),
    friendly_name text        not null
        constraint factors_friendly_name_length check (char_length(friendly_name) between 1 and 60),
    created_at    timestamptz not null,
    verified_at   timestamptz,
    last_used_at  timestamptz,
    last_step     bigint
);
comment on column factors.verified_at is 'When its enrolment ended; until then it counts for nothing.';
comment on column factors.last_step is 'The 30-second step of the last code that was accepted: no code works twice.';
create index factors_user_idx on factors (user_id, created_at);

create table recovery_codes (
    user_id    uuid        primary key references users (id) on delete cascade,
    id         uuid        not null unique,
    created_at timestamptz not null,
    used       boolean[]   not null constraint recovery_codes_used check (cardinality(used) = 10)
);
comment on table recovery_codes is 'One set of ten codes a user; the position of each that was used.';

create table factor_challenges (
    id         uuid        primary key,
    user_id    uuid        not null references users (id) on delete cascade,
    purpose    text        not null constraint factor_challenges_purpose check (purpose in ('sign_in', 'verify')),
    method     text,
    factor_id  uuid        references factors (id) on delete cascade,
    created_at timestamptz not null,
    tries      integer     not null constraint factor_challenges_tries check (tries >= 0),
    constraint factor_challenges_subject check ((method is null) = (purpose = 'verify')
                                                and (factor_id is null) = (purpose = 'sign_in'))
);
comment on column factor_challenges.method is 'How the user proved who they are before the factor was asked for.';
create index factor_challenges_user_idx on factor_challenges (user_id);
create index factor_challenges_factor_idx on factor_challenges (factor_id);

alter table outbox drop constraint outbox_kind;
alter table outbox add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
    'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
    'change_email_old', 'change_email_new', 'change_email_taken', 'email_changed', 'email_restored',
    'factor_added', 'factor_removed', 'recovery_code_used',
    'application_submitted', 'application_approved', 'application_rejected', 'template_test'));
