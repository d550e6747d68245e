-- Membership applications, their history, and responses kept for repeated requests.

create table applications (
    id                  uuid        primary key,
    user_id             uuid        not null references users (id) on delete cascade,
    status              text        not null
        constraint applications_status check (status in ('pending', 'approved', 'rejected')),
    submitted_at        timestamptz not null,
    reviewed_at         timestamptz,
    teaching_experience text        not null
        constraint applications_teaching_experience_length check (char_length(teaching_experience) between 1 and 5000),
    teaching_position   text        not null
        constraint applications_teaching_position_length check (char_length(teaching_position) between 1 and 200),
    school_district     text        not null
        constraint applications_school_district_length check (char_length(school_district) between 1 and 200),
    subjects_taught     text[]      not null
        constraint applications_subjects_taught_count check (cardinality(subjects_taught) <= 20),
    date_of_birth       date        not null
        constraint applications_date_of_birth_range check (date_of_birth >= date '1900-01-01'),
    address_line1       text        not null
        constraint applications_address_line1_length check (char_length(address_line1) between 1 and 200),
    address_line2       text
        constraint applications_address_line2_length check (char_length(address_line2) between 1 and 200),
    city                text        not null
        constraint applications_city_length check (char_length(city) between 1 and 100),
    state               text        not null
        constraint applications_state_length check (char_length(state) between 1 and 50),
    zip_code            text        not null
        constraint applications_zip_code_length check (char_length(zip_code) between 1 and 20),
    phone               text        not null
        constraint applications_phone_length check (char_length(phone) between 1 and 32),
    headshot_url        text,
    t_shirt_size        text        not null
        constraint applications_t_shirt_size check (t_shirt_size in ('XS', 'S', 'M', 'L', 'XL', 'XXL')),
    note                text
        constraint applications_note_length check (char_length(note) between 1 and 2000),
    decided_by          uuid        references users (id) on delete set null,
    constraint applications_decided check ((status = 'pending') = (reviewed_at is null))
);
comment on column applications.note is 'Internal: never mailed, never shown to the applicant.';
create unique index applications_one_pending on applications (user_id) where status = 'pending';
create index applications_user_idx on applications (user_id, submitted_at desc);
create index applications_submitted_idx on applications (submitted_at desc, id desc);
create index applications_status_idx on applications (status, submitted_at desc);

create table application_events (
    id             uuid        primary key,
    application_id uuid        not null references applications (id) on delete cascade,
    at             timestamptz not null,
    actor_id       uuid        not null,
    from_status    text        constraint application_events_from check (from_status in ('pending', 'approved', 'rejected')),
    to_status      text        not null
        constraint application_events_to check (to_status in ('pending', 'approved', 'rejected'))
);
comment on table application_events is 'The history of each application: who did what, from which status to which.';
create index application_events_application_idx on application_events (application_id, at);

create table idempotency_records (
    user_id         uuid        not null references users (id) on delete cascade,
    operation       text        not null,
    key             text        not null constraint idempotency_records_key_length check (char_length(key) between 1 and 64),
    fingerprint     bytea       not null,
    response_status integer     not null,
    response_body   text        not null,
    expires_at      timestamptz not null,
    primary key (user_id, operation, key)
);
comment on table idempotency_records is 'Responses of acts whose request may come again; written in the transaction of the act.';
create index idempotency_records_expires_idx on idempotency_records (expires_at);
