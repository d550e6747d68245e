-- Lists of a million applications and users: all filters of the review list besides words and dates are found by one index,
-- and users with a role by time. The previous release needs nothing of this.

-- Before the notes are read, so that the trigger sees those that an older program stores while this runs.
lock table application_notes in share row exclusive mode;
alter table application_list add column has_notes boolean not null default false;
comment on column application_list.has_notes is 'Whether application_notes has notes about it.';
update application_list set has_notes = true where application_id in (select application_id from application_notes);

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

-- What an application is filtered by, with a sign before all texts that are no words of a subject.
create function application_filters(subject_keys text[], status text, state_key text, has_notes boolean) returns text[]
language sql immutable parallel safe as $$
    select subject_keys || array['=' || status, '@' || state_key, case when has_notes then '+notes' else '-notes' end]
$$;
create index application_list_filters_idx on application_list
    using gin (application_filters(subject_keys, status, state_key, has_notes)) with (gin_pending_list_limit = 64);
analyze application_list;

alter table user_roles add column user_created_at timestamptz;
update user_roles r set user_created_at = u.created_at from users u where u.id = r.user_id;
alter table user_roles alter column user_created_at set not null;
comment on column user_roles.user_created_at is 'A copy of users.created_at, which never changes.';
create trigger user_roles_created_at before insert on user_roles
    for each row execute function profiles_created_at();
create index user_roles_created_at_idx on user_roles (role, user_created_at, user_id);
analyze user_roles;
