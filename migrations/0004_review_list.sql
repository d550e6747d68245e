-- The administrators' list of a million applications: sorted by any column along an index, searched by words, filtered, and
-- counted. That needs one narrow row an application with copies of the applicant's profile, because no index spans two
-- tables. Triggers keep it, so that no writer can forget it, not even one by hand.

-- Everything that the list shows, is filtered and sorted by, so that reading it needs no other table.
create table application_list (
    application_id    uuid        primary key references applications (id) on delete cascade,
    first_name        text,
    last_name         text,
    email             text,
    teaching_position text        not null,
    school_district   text        not null,
    status            text        not null,
    submitted_at      timestamptz not null,
    reviewed_at       timestamptz,
    city              text        not null,
    state_key         text        not null,
    subject_keys      text[]      not null,
    has_notes         boolean     not null default false,
    -- Deleted accounts have no name and come first.
    last_key          text collate "C" generated always as (coalesce(left(folded_words(last_name), 100), '')) stored,
    first_key         text collate "C" generated always as (coalesce(left(folded_words(first_name), 100), '')) stored,
    search_words      text generated always as (
        application_words(first_name, last_name, email, teaching_position, school_district, city, state_key, subject_keys)
    ) stored
);
comment on table application_list is
    'What the review list shows, is sorted by and searched for. Written by triggers of its sources only.';
comment on column application_list.first_name is 'Null once the account is deleted, as are last_name and email.';
comment on column application_list.state_key is 'The code of a US state or territory in lower case, or the words of another text.';
-- A common word is found soonest along a sorting, a rare one in the index of trigrams. To tell them apart, the planner
-- tries the word on this many values.
alter table application_list alter column search_words set statistics 200;

-- What an application is filtered by, with a sign before all texts that are no words of a subject. All states that are not
-- known have a filter together.
create function application_filters(subject_keys text[], status text, state_key text, has_notes boolean)
returns text[] language plpgsql immutable parallel safe set search_path from current as $$
begin
    return subject_keys || array['=' || status, '@' || state_key, case when has_notes then '+notes' else '-notes' end]
        || case when us_state_name(state_key) is null then array['@'] end;
end
$$;

-- Rows that a page by offset skips are read only in the index, which therefore includes what the expression is made of.
create index application_list_email_idx on application_list (coalesce(lower(email), ''), application_id) include (email);
create index application_list_position_idx on application_list (lower(teaching_position), application_id)
    include (teaching_position);
create index application_list_names_idx on application_list (last_key, first_key, application_id);
create index application_list_submitted_idx on application_list (submitted_at, application_id);
create index application_list_status_idx on application_list (status, submitted_at, application_id);
create index application_list_state_idx on application_list (state_key, submitted_at, application_id);
-- A search reads the list of rows that are not in the index yet from end to end: it must stay short.
create index application_list_words_idx on application_list using gin (search_words gin_trgm_ops, subject_keys)
    with (gin_pending_list_limit = 64);
create index application_list_filters_idx on application_list
    using gin (application_filters(subject_keys, status, state_key, has_notes)) with (gin_pending_list_limit = 64);

-- Copies rows again from their sources. The lock comes first: what others committed meanwhile is then seen by the next
-- statement, whichever of the two sources they changed.
create function application_list_refresh(applicant uuid) returns void language plpgsql as $$
begin
    perform from application_list l join applications a on a.id = l.application_id
    where a.user_id = applicant order by l.application_id for no key update of l;
    update application_list l
    set first_name = p.first_name, last_name = p.last_name, email = p.email,
        teaching_position = a.teaching_position, school_district = a.school_district, status = a.status,
        submitted_at = a.submitted_at, reviewed_at = a.reviewed_at, city = a.city, state_key = state_key(a.state),
        subject_keys = subject_keys(a.subjects_taught)
    from applications a left join profiles p on p.user_id = a.user_id
    where a.user_id = applicant and l.application_id = a.id;
end
$$;

-- The profile is locked against changes, because whoever changes it cannot see the new application yet.
create function application_list_add() returns trigger language plpgsql as $$
begin
    with people as materialized (
        select p.user_id, p.first_name, p.last_name, p.email from profiles p
        where p.user_id in (select n.user_id from new_applications n) for share
    )
    insert into application_list (application_id, first_name, last_name, email, teaching_position, school_district,
        status, submitted_at, reviewed_at, city, state_key, subject_keys)
    select n.id, p.first_name, p.last_name, p.email, n.teaching_position, n.school_district,
           n.status, n.submitted_at, n.reviewed_at, n.city, state_key(n.state), subject_keys(n.subjects_taught)
    from new_applications n left join people p on p.user_id = n.user_id;
    return null;
end
$$;
create trigger application_list_add after insert on applications
    referencing new table as new_applications
    for each statement execute function application_list_add();

create function application_list_follow() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        perform application_list_refresh(old.user_id);
    end if;
    if tg_op <> 'DELETE' and new.user_id is distinct from old.user_id then
        perform application_list_refresh(new.user_id);
    end if;
    return null;
end
$$;
create trigger application_list_follow
    after update of user_id, teaching_position, school_district, submitted_at, city, state, subjects_taught on applications
    for each row execute function application_list_follow();
create trigger application_list_follow
    after insert or delete or update of user_id, first_name, last_name, email on profiles
    for each row execute function application_list_follow();

-- A decision changes only these two columns, which no other row depends on.
create function application_list_decide() returns trigger language plpgsql as $$
begin
    update application_list set status = new.status, reviewed_at = new.reviewed_at where application_id = new.id;
    return null;
end
$$;
create trigger application_list_decide after update of status, reviewed_at on applications
    for each row when (old.status is distinct from new.status or old.reviewed_at is distinct from new.reviewed_at)
    execute function application_list_decide();

-- The row is locked before the notes are read, so that an addition and a deletion at the same time see each other.
create function application_list_note() returns trigger language plpgsql as $$
begin
    perform from application_list l where l.application_id in (select c.application_id from changed c)
    order by l.application_id for no key update;
    update application_list l set has_notes = not l.has_notes
    where l.application_id in (select c.application_id from changed c)
      and l.has_notes <> exists (select from application_notes n where n.application_id = l.application_id);
    return null;
end
$$;
create trigger application_list_note_added after insert on application_notes
    referencing new table as changed for each statement execute function application_list_note();
create trigger application_list_note_deleted after delete on application_notes
    referencing old table as changed for each statement execute function application_list_note();

-- The number of applications by state and status, without counting them: whoever changes it appends by how much, so that
-- writers never wait for each other, and readers add up a few rows. Housekeeping replaces them by their sums.
create table application_count_changes (
    state  text   not null,
    status text   not null,
    delta  bigint not null
);
comment on table application_count_changes is
    'The sum of delta is the number of applications from that state with that status. Written by triggers of applications.';
comment on column application_count_changes.state is 'The code of a US state or territory, empty for other texts.';

create function known_state(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
    key constant text := state_key(value);
begin
    return case when us_state_name(key) is null then '' else key end;
end
$$;

create function application_counts_follow() returns trigger language plpgsql as $$
begin
    case tg_op
        when 'INSERT' then
            insert into application_count_changes (state, status, delta)
            select known_state(n.state), n.status, count(*) from new_applications n group by 1, 2;
        when 'DELETE' then
            insert into application_count_changes (state, status, delta)
            select known_state(o.state), o.status, -count(*) from old_applications o group by 1, 2;
        when 'UPDATE' then
            insert into application_count_changes (state, status, delta)
            select c.state, c.status, sum(c.delta)
            from (select known_state(n.state) as state, n.status, 1 as delta from new_applications n
                  union all
                  select known_state(o.state), o.status, -1 from old_applications o) c
            group by 1, 2 having sum(c.delta) <> 0;
        when 'TRUNCATE' then
            delete from application_count_changes;
    end case;
    return null;
end
$$;

create trigger application_counts_insert after insert on applications
    referencing new table as new_applications
    for each statement execute function application_counts_follow();
create trigger application_counts_update after update on applications
    referencing old table as old_applications new table as new_applications
    for each statement execute function application_counts_follow();
create trigger application_counts_delete after delete on applications
    referencing old table as old_applications
    for each statement execute function application_counts_follow();
create trigger application_counts_truncate after truncate on applications
    for each statement execute function application_counts_follow();
