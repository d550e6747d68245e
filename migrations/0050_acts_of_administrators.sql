-- An act of an administrator is judged by what they are under its lock, not by what they were when the request arrived.

-- Whoever demotes, disables or deletes a user locks their row, and so waits until the act is stored. What is read is as of
-- after the lock. An unknown or deleted user has no roles.
create or replace function lock_actor(actor uuid) returns table (roles text[], disabled_at timestamptz)
language plpgsql as $$
begin
    perform from users u where u.id = actor for share;
    return query
        select array(select r.role from user_roles r where r.user_id = actor),
               (select u.disabled_at from users u where u.id = actor);
end
$$;

-- lock_application of migration 0021, which an older program still calls, and with it the lock of the actor. Of the two
-- users the one with the lesser id is locked first: otherwise two administrators who decide on each other would deadlock.
create or replace function lock_application(wanted uuid, actor uuid)
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

-- The audit log holds no personal data, but entries of exports held what was searched for: a name, an address. Only the
-- owner of the table can lift the rule that rows are never changed.
alter table audit_events disable trigger audit_events_final;
update audit_events set detail = (detail - 'q') || '{"searched": "true"}'
where action = 'applications.exported' and detail ? 'q';
alter table audit_events enable trigger audit_events_final;
