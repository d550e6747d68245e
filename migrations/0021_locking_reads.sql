-- A unit of work locks what it reads: first the applicant's user, then the application, everywhere in this order. Both
-- take one round trip each. A single statement could not do it: what it reads is as old as its beginning, and so would
-- miss what others committed while it waited for the lock. Each statement inside these functions sees it (they are
-- volatile, and transactions read what is committed). They only lock and read; the rules are the program's.

-- The applicant as a submission sees them, and the response recorded under the key of a repeated request. No row for a
-- user without a profile: unknown or deleted.
create function lock_applicant(applicant uuid, act text, request_key text, at timestamptz)
returns table (
    first_name text, last_name text, email text, roles text[], pending uuid, photo_ids uuid[], photo_keys text[],
    recorded idempotency_records
)
language plpgsql as $$
begin
    perform from users u where u.id = applicant for no key update;
    return query
        select p.first_name, p.last_name, p.email,
               array(select r.role from user_roles r where r.user_id = applicant),
               (select a.id from applications a where a.user_id = applicant and a.status = 'pending'),
               array(select h.id from headshots h where h.user_id = applicant and h.state = 'stored' order by h.id),
               array(select h.key from headshots h where h.user_id = applicant and h.state = 'stored' order by h.id),
               i
        from profiles p
        left join idempotency_records i
            on i.user_id = applicant and i.operation = act and i.key = request_key and i.expires_at > at
        where p.user_id = applicant;
end
$$;

-- The application as a decision sees it, and its applicant's profile. No row for one that was deleted meanwhile.
create function lock_application(wanted uuid)
returns table (application applications, first_name text, last_name text, email text)
language plpgsql as $$
begin
    -- Who applied never changes.
    perform from users u
    where u.id = (select a.user_id from applications a where a.id = wanted) for no key update;
    perform from applications a where a.id = wanted for no key update;
    return query
        select a, p.first_name, p.last_name, p.email
        from applications a left join profiles p on p.user_id = a.user_id where a.id = wanted;
end
$$;
