-- Photos, membership applications with their history, requests for changes and notes, and drafts.

-- The files lie in the file store under `key`; a row is written before its file and taken away after it.
create table headshots (
    id           uuid        primary key,
    user_id      uuid        not null references users (id) on delete cascade,
    key          text        not null constraint headshots_key_key unique,
    content_type text        not null
        constraint headshots_content_type check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
    width        integer     not null constraint headshots_width_range check (width between 1 and 1024),
    height       integer     not null constraint headshots_height_range check (height between 1 and 1024),
    bytes        bigint      not null constraint headshots_bytes_range check (bytes > 0),
    state        text        not null constraint headshots_state check (state in ('uploading', 'stored', 'removing')),
    created_at   timestamptz not null,
    changed_at   timestamptz not null,
    constraint headshots_key_owner check (starts_with(key, user_id::text || '/headshot-'))
);
comment on table headshots is
    'uploading: the file is being written. stored: it is there. removing: it is being removed. The sweep ends what was cut off.';
create index headshots_user_idx on headshots (user_id);
create index headshots_unsettled_idx on headshots (changed_at) where state <> 'stored';

-- The digits of a telephone number, without an extension and the country code 1.
create function phone_digits(phone text) returns text language sql immutable parallel safe as $$
    select regexp_replace(
        regexp_replace(regexp_replace(phone, '(x|ext|extn|extension|#)[.:= ]*[0-9]{1,6} *$', '', 'i'), '[^0-9]', '', 'g'),
        '^1(?=[0-9]{10}$)', '')
$$;

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
    -- A photo that an application shows cannot go before the application does.
    headshot_id         uuid        references headshots (id),
    constraint applications_decided check ((status = 'pending') = (reviewed_at is null)),
    constraint applications_headshot check ((headshot_id is null) = (headshot_url is null))
);
comment on column applications.note is 'Internal: never mailed, never shown to the applicant.';
create unique index applications_one_pending on applications (user_id) where status = 'pending';
create index applications_user_idx on applications (user_id, submitted_at desc);
create index applications_decided_by_idx on applications (decided_by) where decided_by is not null;
create index applications_headshot_idx on applications (headshot_id) where headshot_id is not null;
-- Applications like one: the answers of deleted accounts are dashes. The included columns let a search read only the index,
-- in its order, so that it stops early for a value that thousands of applicants share.
create index applications_phone_idx on applications (phone_digits(phone), submitted_at desc)
    include (id, user_id, phone) where phone <> '—';
create index applications_birth_idx on applications (date_of_birth, submitted_at desc)
    include (id, user_id, phone) where phone <> '—';

create table application_events (
    id             uuid        primary key,
    application_id uuid        not null references applications (id) on delete cascade,
    at             timestamptz not null,
    actor_id       uuid        not null,
    from_status    text        constraint application_events_from check (from_status in ('pending', 'approved', 'rejected')),
    to_status      text        not null
        constraint application_events_to check (to_status in ('pending', 'approved', 'rejected')),
    act            text
        constraint application_events_act check (act in ('changes_requested', 'request_taken_back', 'resubmitted')),
    mail_id        uuid,
    roles_granted  text[],
    roles_revoked  text[]
);
comment on column application_events.act is 'What happened to a pending application without a decision. Null for other events.';
-- An administrator can undo a decision before its mail is sent. These columns of its event say what to undo.
comment on column application_events.mail_id is 'The mail about the decision. Its row may have been deleted.';
comment on column application_events.roles_granted is 'The roles that the decision added; not those that the applicant had already.';
create index application_events_application_idx on application_events (application_id, at);

-- An administrator asks an applicant for changes, the applicant edits the answers, and the earlier answers are kept. Whoever
-- has not answered within a week is reminded once.
create table application_change_requests (
    id             uuid        primary key,
    application_id uuid        not null references applications (id) on delete cascade,
    requested_by   uuid        not null references users (id),
    message        text        not null
        constraint application_change_requests_message_length check (char_length(message) between 1 and 2000),
    fields         text[]      not null
        constraint application_change_requests_fields_count check (cardinality(fields) between 1 and 50),
    created_at     timestamptz not null,
    closed_at      timestamptz,
    outcome        text
        constraint application_change_requests_outcome check (outcome in ('resubmitted', 'taken_back', 'decided')),
    reminder_id    uuid,
    constraint application_change_requests_closed check ((closed_at is null) = (outcome is null))
);
comment on column application_change_requests.reminder_id is
    'The mail that reminded the applicant. Null before. Stays when undoing a decision opens the request again.';
create unique index application_change_requests_one_open
    on application_change_requests (application_id) where closed_at is null;
create index application_change_requests_application_idx on application_change_requests (application_id, created_at);
create index application_change_requests_requester_idx on application_change_requests (requested_by);
create index application_change_requests_unanswered_idx
    on application_change_requests (created_at) where closed_at is null and reminder_id is null;
create index application_change_requests_reminder_idx
    on application_change_requests (reminder_id) where reminder_id is not null;

create table application_versions (
    application_id    uuid        not null references applications (id) on delete cascade,
    number            integer     not null
        constraint application_versions_number check (number >= 1),
    answers           jsonb       not null
        constraint application_versions_answers check (jsonb_typeof(answers) = 'object'),
    headshot_id       uuid        references headshots (id) on delete set null,
    replaced_at       timestamptz not null,
    change_request_id uuid        not null references application_change_requests (id) on delete cascade,
    primary key (application_id, number)
);
comment on table application_versions is 'Answers that an edit of the applicant replaced. The current answers are in applications.';
comment on column application_versions.number is '1 for the answers that were submitted.';
comment on column application_versions.answers is 'The columns of applications with the answers.';
create index application_versions_headshot_idx on application_versions (headshot_id) where headshot_id is not null;
create index application_versions_request_idx on application_versions (change_request_id);

create table application_notes (
    id             uuid        primary key,
    application_id uuid        not null references applications (id) on delete cascade,
    author_id      uuid        not null references users (id),
    text           text        not null
        constraint application_notes_text_length check (char_length(text) between 1 and 5000),
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    audited_at     timestamptz not null,
    version        uuid        not null
);
comment on column application_notes.audited_at is 'Time of the last audit entry. Edits within a minute of it have none.';
comment on column application_notes.version is 'Changes with every edit. It identifies the live event of the edit.';
create index application_notes_application_idx on application_notes (application_id, created_at, id);
create index application_notes_author_idx on application_notes (author_id, created_at desc, id desc);
create index application_notes_updated_idx on application_notes (updated_at, version);

-- Rows are rewritten every few seconds and worthless after half a minute.
create unlogged table application_viewers (
    application_id uuid        not null references applications (id) on delete cascade,
    user_id        uuid        not null references users (id) on delete cascade,
    since          timestamptz not null,
    seen_at        timestamptz not null,
    primary key (application_id, user_id)
);
create index application_viewers_user_idx on application_viewers (user_id);
create index application_viewers_seen_idx on application_viewers (seen_at);

-- What an applicant has entered so far, saved while they type and deleted by the submission. The values are kept as typed,
-- half dates and single letters too, so only their size is limited here; which fields there are is known to the program
-- alone, so that another field needs no column.
create table application_drafts (
    user_id     uuid        primary key references users (id) on delete cascade,
    fields      jsonb       not null
        constraint application_drafts_fields_object check (jsonb_typeof(fields) = 'object')
        -- A request is at most 64 KiB.
        constraint application_drafts_fields_length check (octet_length(fields::text) <= 70000),
    headshot_id uuid        references headshots (id) on delete set null,
    step        smallint    not null constraint application_drafts_step check (step between 1 and 3),
    updated_at  timestamptz not null,
    version     uuid        not null
);
create index application_drafts_updated_idx on application_drafts (updated_at);
create index application_drafts_headshot_idx on application_drafts (headshot_id) where headshot_id is not null;

-- A unit of work locks what it reads: first the applicant's user, then the application, everywhere in this order. Both
-- take one round trip each. A single statement could not do it: what it reads is as old as its beginning, and so would
-- miss what others committed while it waited for the lock. Each statement inside these functions sees it (they are
-- volatile, and transactions read what is committed). They only lock and read; the rules are the program's.

-- The applicant as a submission sees them. No row for a user without a profile: unknown or deleted.
create function lock_applicant(applicant uuid)
returns table (
    first_name text, last_name text, email text, roles text[], pending uuid, photo_ids uuid[], photo_keys text[]
)
language plpgsql as $$
begin
    perform from users u where u.id = applicant for no key update;
    return query
        select p.first_name, p.last_name, p.email,
               array(select r.role from user_roles r where r.user_id = applicant),
               (select a.id from applications a where a.user_id = applicant and a.status = 'pending'),
               array(select h.id from headshots h where h.user_id = applicant and h.state = 'stored' order by h.id),
               array(select h.key from headshots h where h.user_id = applicant and h.state = 'stored' order by h.id)
        from profiles p where p.user_id = applicant;
end
$$;

-- The application as the act of an administrator sees it, and its applicant's profile. No row for one that was deleted
-- meanwhile. Of the two users the one with the lesser id is locked first: otherwise two administrators who decide on each
-- other would deadlock.
create function lock_application(wanted uuid, actor uuid)
returns table (application applications, first_name text, last_name text, email text)
language plpgsql as $$
declare
    -- Who applied never changes.
    applicant constant uuid := (select a.user_id from applications a where a.id = wanted);
begin
    if actor < applicant then
        perform from users u where u.id = actor for share;
    end if;
    perform from users u where u.id = applicant for no key update;
    if actor > applicant then
        perform from users u where u.id = actor for share;
    end if;
    perform from applications a where a.id = wanted for no key update;
    return query
        select a, p.first_name, p.last_name, p.email
        from applications a left join profiles p on p.user_id = a.user_id where a.id = wanted;
end
$$;
