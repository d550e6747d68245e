-- Choosing among applications: the marks of administrators, what each of them has read, the target, and what the review list
-- shows of all that.

create table application_marks (
    application_id uuid        not null references applications (id) on delete cascade,
    user_id        uuid        not null references users (id),
    mark           text        not null constraint application_marks_mark check (mark in ('yes', 'maybe', 'no')),
    primary key (application_id, user_id)
);
comment on table application_marks is 'Internal: the opinion of each administrator, never shown to the applicant.';
create index application_marks_user_idx on application_marks (user_id, mark, application_id);

create table application_readings (
    application_id uuid        not null references applications (id) on delete cascade,
    user_id        uuid        not null references users (id) on delete cascade,
    read_at        timestamptz not null,
    primary key (application_id, user_id)
);
create index application_readings_user_idx on application_readings (user_id);

create table selection (
    id      boolean primary key default true constraint selection_one check (id),
    target  integer constraint selection_target check (target between 1 and 100000),
    version uuid    not null
);
comment on table selection is 'How many applications to approve: one row, once somebody has set a target.';

-- Yes or no needs a majority. With both, it needs a lead of two: what is closer is worth a discussion.
create function team_mark(yes integer, no integer) returns text language sql immutable strict parallel safe as $$
    select case when yes > 0 and no > 0 and abs(yes - no) < 2 then 'divided'
                when yes > no then 'yes' when no > yes then 'no' else 'none' end
$$;

-- The sign before the team's mark and before the progress of changes.
create function application_filters(
    subject_keys text[], status text, state_key text, has_notes boolean, team text, changes text
) returns text[] language plpgsql immutable parallel safe set search_path from current as $$
begin
    return application_filters(subject_keys, status, state_key, has_notes)
        || array['~' || team, '%' || coalesce(changes, 'none')];
end
$$;

alter table application_list
    add column yes              integer     not null default 0,
    add column maybe            integer     not null default 0,
    add column no               integer     not null default 0,
    add column balance          integer     not null generated always as (yes - no) stored,
    add column team             text        not null generated always as (team_mark(yes, no)) stored,
    add column changes          text,
    add column changed_at       timestamptz,
    add column experience_words tsvector,
    -- Stored, because a search by words checks each row again.
    add column filters          text[]      not null generated always as
        (application_filters(subject_keys, status, state_key, has_notes, team_mark(yes, no), changes)) stored;
comment on column application_list.changes is
    'How far the last request for changes to a pending application is: requested, made, or null.';
comment on column application_list.changed_at is 'Time of the last event in the history.';
comment on column application_list.experience_words is 'Only beginnings of words are searched, which needs no recheck of the rows, unlike trigrams.';

-- A lexeme has 2,046 bytes at most.
create function experience_words(value text) returns tsvector language sql immutable strict parallel safe as $$
    select array_to_tsvector(array(
        select left(word, 500) from unnest(string_to_array(folded_words(value), ' ')) word where word <> ''
    ))
$$;

create function changes_of(application uuid) returns text language sql stable as $$
    select case when a.status <> 'pending' then null
                when r.closed_at is null then 'requested' when r.outcome = 'resubmitted' then 'made' end
    from applications a
    cross join lateral (select * from application_change_requests r where r.application_id = a.id
                        order by r.created_at desc, r.id desc limit 1) r
    where a.id = application
$$;

update application_list l
set experience_words = experience_words(a.teaching_experience), changes = changes_of(a.id),
    changed_at = (select max(e.at) from application_events e where e.application_id = a.id)
from applications a where a.id = l.application_id;
alter table application_list alter column changed_at set not null, alter column experience_words set not null;

alter table application_list alter column experience_words set statistics 200;
drop index application_list_filters_idx, application_list_words_idx;
create index application_list_filters_idx on application_list using gin (filters) with (gin_pending_list_limit = 64);
create index application_list_words_idx on application_list
    using gin (search_words gin_trgm_ops, experience_words, subject_keys) with (gin_pending_list_limit = 64);
create index application_list_balance_idx on application_list (balance, submitted_at, application_id);
create index application_list_team_idx on application_list (team, balance, submitted_at, application_id);
create index application_list_changed_idx on application_list (changed_at, application_id);
create index application_list_status_changed_idx on application_list (status, changed_at, application_id);
-- The sum of applications that the team wants, by state.
create index application_list_wanted_idx on application_list (state_key) include (application_id, submitted_at)
    where team = 'yes' and status = 'pending';

create or replace function application_list_add() returns trigger language plpgsql as $$
begin
    with people as materialized (
        select p.user_id, p.first_name, p.last_name, p.email from profiles p
        where p.user_id in (select n.user_id from new_applications n) for share
    )
    insert into application_list (application_id, first_name, last_name, email, teaching_position, school_district,
        status, submitted_at, reviewed_at, city, state_key, subject_keys, changed_at, experience_words)
    select n.id, p.first_name, p.last_name, p.email, n.teaching_position, n.school_district,
           n.status, n.submitted_at, n.reviewed_at, n.city, state_key(n.state), subject_keys(n.subjects_taught),
           coalesce(n.reviewed_at, n.submitted_at), experience_words(n.teaching_experience)
    from new_applications n left join people p on p.user_id = n.user_id;
    return null;
end
$$;

create function application_list_experience() returns trigger language plpgsql as $$
begin
    update application_list set experience_words = experience_words(new.teaching_experience)
    where application_id = new.id;
    return null;
end
$$;
create trigger application_list_experience after update of teaching_experience on applications
    for each row execute function application_list_experience();

-- The row is locked before the marks are read, as with notes.
create function application_list_mark() returns trigger language plpgsql as $$
begin
    perform from application_list l where l.application_id in (select c.application_id from changed c)
    order by l.application_id for no key update;
    update application_list l set (yes, maybe, no) = (
        select count(*) filter (where m.mark = 'yes'), count(*) filter (where m.mark = 'maybe'),
               count(*) filter (where m.mark = 'no')
        from application_marks m where m.application_id = l.application_id
    )
    where l.application_id in (select c.application_id from changed c);
    return null;
end
$$;
create trigger application_list_mark_added after insert on application_marks
    referencing new table as changed for each statement execute function application_list_mark();
create trigger application_list_mark_changed after update on application_marks
    referencing new table as changed for each statement execute function application_list_mark();
create trigger application_list_mark_deleted after delete on application_marks
    referencing old table as changed for each statement execute function application_list_mark();

create function application_list_changes() returns trigger language plpgsql as $$
declare
    changed constant uuid := coalesce(new.application_id, old.application_id);
begin
    update application_list set changes = changes_of(changed)
    where application_id = changed and changes is distinct from changes_of(changed);
    return null;
end
$$;
create trigger application_list_changes after insert or update or delete on application_change_requests
    for each row execute function application_list_changes();

-- The progress of changes is shown only while the application is pending.
create or replace function application_list_decide() returns trigger language plpgsql as $$
begin
    update application_list
    set status = new.status, reviewed_at = new.reviewed_at, changes = changes_of(new.id),
        changed_at = greatest(changed_at, new.reviewed_at)
    where application_id = new.id;
    return null;
end
$$;

-- A submission and a decision write the time themselves.
create function application_list_event() returns trigger language plpgsql as $$
begin
    update application_list set changed_at = greatest(changed_at, new.at) where application_id = new.application_id;
    return null;
end
$$;
create trigger application_list_event after insert on application_events
    for each row when (new.act is not null or new.from_status <> 'pending')
    execute function application_list_event();
