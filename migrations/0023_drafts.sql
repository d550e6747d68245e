-- Drafts: what an applicant has entered so far, saved while they type and deleted by the submission. The values are kept
-- as typed, half dates and single letters too, so only their size is limited here; which fields there are is known to the
-- program alone, so that another field needs no column.

create table application_drafts (
    user_id     uuid        primary key references users (id) on delete cascade,
    fields      jsonb       not null
        constraint application_drafts_fields_object check (jsonb_typeof(fields) = 'object')
        -- A request is at most 64 KiB.
        constraint application_drafts_fields_length check (octet_length(fields::text) <= 70000),
    headshot_id uuid        references headshots (id) on delete set null,
    step        smallint    not null constraint application_drafts_step check (step between 1 and 3),
    updated_at  timestamptz not null
);
create index application_drafts_updated_idx on application_drafts (updated_at);
create index application_drafts_headshot_idx on application_drafts (headshot_id) where headshot_id is not null;
