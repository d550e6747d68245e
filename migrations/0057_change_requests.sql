-- An administrator asks an applicant for changes, the applicant edits the answers, and the earlier answers are kept.

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
    constraint application_change_requests_closed check ((closed_at is null) = (outcome is null))
);
comment on table application_change_requests is 'Requests of administrators for changes to a pending application.';
comment on column application_change_requests.message is 'Mailed to the applicant.';
comment on column application_change_requests.fields is 'The names of the fields that the applicant can edit.';
comment on column application_change_requests.closed_at is 'Null while the request is open.';
create unique index application_change_requests_one_open
    on application_change_requests (application_id) where closed_at is null;
create index application_change_requests_application_idx on application_change_requests (application_id, created_at);
create index application_change_requests_requester_idx on application_change_requests (requested_by);

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
comment on column application_versions.headshot_id is 'The photo of this version, which is kept with it.';
create index application_versions_headshot_idx on application_versions (headshot_id) where headshot_id is not null;
create index application_versions_request_idx on application_versions (change_request_id);

alter table application_events
    add column act text
        constraint application_events_act check (act in ('changes_requested', 'request_taken_back', 'resubmitted'));
comment on column application_events.act is 'What happened to a pending application without a decision. Null for other events.';

-- A trigger, so that a decision of an older program closes the request too.
create function application_change_requests_follow() returns trigger language plpgsql as $$
begin
    if new.status = 'pending' then
        update application_change_requests set closed_at = null, outcome = null
        where application_id = new.id and outcome = 'decided';
    else
        update application_change_requests set closed_at = new.reviewed_at, outcome = 'decided'
        where application_id = new.id and closed_at is null;
    end if;
    return null;
end
$$;
comment on function application_change_requests_follow is
    'A decision closes the open request of an application, and undoing the decision opens it again.';
create trigger application_change_requests_follow after update of status on applications
    for each row when (old.status is distinct from new.status) execute function application_change_requests_follow();

-- A trigger, so that an older program that deletes an account deletes the requests and with them the versions too.
create function application_change_requests_erase() returns trigger language plpgsql as $$
begin
    delete from application_change_requests r using applications a
    where a.id = r.application_id and a.user_id = new.id;
    return null;
end
$$;
comment on function application_change_requests_erase is
    'The deletion of an account deletes the requests to the applicant and the earlier versions of the answers.';
create trigger application_change_requests_erase after update of deleted_at on users
    for each row when (old.deleted_at is null and new.deleted_at is not null)
    execute function application_change_requests_erase();

alter table outbox drop constraint outbox_kind;
alter table outbox add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
    'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
    'session_replaced', 'change_email_old', 'change_email_new', 'change_email_taken', 'email_changed',
    'email_restored', 'account_restored', 'factor_added', 'factor_removed', 'recovery_code_used',
    'identities_changed', 'application_submitted', 'application_approved', 'application_rejected',
    'changes_requested', 'template_test'));
