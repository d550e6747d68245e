-- The administrators' list at 100,000 applications: sorted by any column along an index, and searched by any part of a
-- name, address, position or district. That needs one narrow row an application with copies of the applicant's profile,
-- because no index spans two tables. Triggers keep it, so that no writer can forget it, not even one by hand.

create extension if not exists pg_trgm;

create table application_list (
    application_id    uuid primary key references applications (id) on delete cascade,
    first_name        text,
    last_name         text,
    email             text,
    teaching_position text not null,
    school_district   text not null,
    -- A text to search for holds no line break, so no match spans two fields.
    search_text       text not null generated always as (
        lower(coalesce(first_name || ' ' || last_name || E'\n' || email || E'\n', '')
            || teaching_position || E'\n' || school_district)
    ) stored
);
comment on table application_list is
    'What the review list shows, is sorted by and searched for. Written by triggers of applications and profiles only.';
comment on column application_list.first_name is 'Null once the account is deleted, as are last_name and email.';

-- Copies rows again from their sources. The lock comes first: what others committed meanwhile is then seen by the next
-- statement, whichever of the two sources they changed.
create function application_list_refresh(applicant uuid) returns void language plpgsql as $$
begin
    perform from application_list l join applications a on a.id = l.application_id
    where a.user_id = applicant order by l.application_id for no key update of l;
    update application_list l
    set first_name = p.first_name, last_name = p.last_name, email = p.email,
        teaching_position = a.teaching_position, school_district = a.school_district
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
    insert into application_list (application_id, first_name, last_name, email, teaching_position, school_district)
    select n.id, p.first_name, p.last_name, p.email, n.teaching_position, n.school_district
    from new_applications n left join people p on p.user_id = n.user_id;
    return null;
end
$$;

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

create trigger application_list_add after insert on applications
    referencing new table as new_applications
    for each statement execute function application_list_add();
create trigger application_list_follow after update of user_id, teaching_position, school_district on applications
    for each row execute function application_list_follow();
create trigger application_list_follow
    after insert or delete or update of user_id, first_name, last_name, email on profiles
    for each row execute function application_list_follow();

insert into application_list (application_id, first_name, last_name, email, teaching_position, school_district)
select a.id, p.first_name, p.last_name, p.email, a.teaching_position, a.school_district
from applications a left join profiles p on p.user_id = a.user_id;

-- The sortings. Deleted accounts have no name or address and come before all others.
create index application_list_name_idx on application_list
    (coalesce(lower(last_name), ''), coalesce(lower(first_name), ''), application_id);
create index application_list_email_idx on application_list (coalesce(lower(email), ''), application_id);
create index application_list_position_idx on application_list (lower(teaching_position), application_id);
create index applications_status_submitted_idx on applications (status, submitted_at, id);
drop index applications_status_idx;

-- A search reads the list of rows that are not in the index yet from end to end: it must stay short.
create index application_list_search_idx on application_list using gin (search_text gin_trgm_ops)
    with (gin_pending_list_limit = 64);
-- A common word is found soonest along a sorting, a rare one in the index of trigrams. To tell them apart, the planner
-- tries the word on this many values.
alter table application_list alter column search_text set statistics 1000;
analyze application_list;
