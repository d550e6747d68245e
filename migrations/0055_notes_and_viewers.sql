-- Notes of administrators about an application, who is viewing it, applications like it, and its mails.

create table application_notes (
    id             uuid        primary key,
    application_id uuid        not null references applications (id) on delete cascade,
    author_id      uuid        not null references users (id),
    text           text        not null
        constraint application_notes_text_length check (char_length(text) between 1 and 5000),
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    audited_at     timestamptz not null,
    revision       uuid        not null
);
comment on table application_notes is 'Notes of administrators about an application. Its applicant never sees them.';
comment on column application_notes.audited_at is 'Time of the last audit entry. Edits within a minute of it have none.';
comment on column application_notes.revision is 'Changes with every edit. It identifies the live event of the edit.';
create index application_notes_application_idx on application_notes (application_id, created_at, id);
create index application_notes_author_idx on application_notes (author_id, created_at desc, id desc);
create index application_notes_updated_idx on application_notes (updated_at, revision);

-- Rows are rewritten every few seconds and worthless after half a minute.
create unlogged table application_viewers (
    application_id uuid        not null references applications (id) on delete cascade,
    user_id        uuid        not null references users (id) on delete cascade,
    since          timestamptz not null,
    seen_at        timestamptz not null,
    primary key (application_id, user_id)
);
comment on table application_viewers is 'Administrators who have an application open.';
create index application_viewers_user_idx on application_viewers (user_id);
create index application_viewers_seen_idx on application_viewers (seen_at);

-- The digits of a telephone number, without the country code 1.
create function phone_digits(phone text) returns text language sql immutable parallel safe as $$
    select regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^1(?=[0-9]{10}$)', '')
$$;

-- The answers of deleted accounts are dashes. The included columns let a search read only the index, in its order, so that it
-- stops early for a value that thousands of applicants share.
create index applications_phone_idx on applications (phone_digits(phone), submitted_at desc)
    include (id, user_id, phone) where phone <> '—';
create index applications_birth_idx on applications (date_of_birth, submitted_at desc)
    include (id, user_id, phone) where phone <> '—';

alter table outbox add column application_id uuid references applications (id) on delete set null;
comment on column outbox.application_id is 'The application that the mail is about. Null for other mails and those of earlier versions.';
create index outbox_application_idx on outbox (application_id) where application_id is not null;
