//! The SQL statements. Those that write have these parameters: $1 is the seed number, $2 the first and $3 the last
//! application, $4 the total number of applications, $5 the end of the three years and $6 the domain. The lists of
//! `material` follow: $7 first names to $15 notes, and $16 and $17 the parts of last names.

/// $1: the domain. Reserved addresses (RFC 2606, RFC 6761) are not real people's; deleted ones may have been.
pub(super) const REAL: &str = r"
    select count(*) from applications a left join profiles p on p.user_id = a.user_id
    where coalesce(lower(p.email), '') not like '%@' || $1
      and coalesce(lower(p.email), '') !~ '[@.](example|test|invalid|localhost)$|[@.]example\.(com|net|org)$'";

/// $1: the seed number.
pub(super) const IS_REPEATED: &str =
    "select exists (select from users where id = md5($1::bigint::text || ' reviewer 1')::uuid)";

/// Functions for this connection. Every choice is a hash of the seed number, the application and the name of the
/// choice.
///
/// Of ten applications, the ninth was rejected and its applicant sent the tenth, whose number has a person who never
/// applied. Pending ones are at most 30 days old.
pub(super) const PICK: &str = "
create function pg_temp.dice(seed bigint, n bigint, what text, sides integer) returns integer
immutable language sql as $$
    select ((hashtextextended(n::text || ' ' || what, seed) & 2147483647) % sides)::integer
$$;
create function pg_temp.pick(texts text[], seed bigint, n bigint, what text) returns text
immutable language sql as $$
    select texts[1 + pg_temp.dice(seed, n, what, cardinality(texts))]
$$;
-- The first texts are picked more often.
create function pg_temp.pick_often(texts text[], seed bigint, n bigint, what text) returns text
immutable language sql as $$
    select texts[1 + floor(cardinality(texts) * power(pg_temp.dice(seed, n, what, 1000000) / 1e6, 2))::integer]
$$;
create function pg_temp.id(seed bigint, what text, n bigint) returns uuid
immutable language sql as $$
    select md5(seed::text || ' ' || what || ' ' || n::text)::uuid
$$;
create function pg_temp.seconds(seed bigint, n bigint, what text, days integer) returns interval
immutable language sql as $$
    select make_interval(secs => pg_temp.dice(seed, n, what, days * 86400))
$$;
create function pg_temp.seeded(seed bigint, first bigint, last bigint, until timestamptz)
returns table (n bigint, person bigint, status text, submitted_at timestamptz, reviewed_at timestamptz)
stable language sql as $$
    with drawn as (
        select n, case when n % 10 = 0 then n - 1 else n end as person,
               case when n % 10 = 9 then 'rejected'
                    else (array['pending', 'approved', 'rejected'])[
                        1 + (pg_temp.dice(seed, n, 'status', 1000) >= 56)::integer
                          + (pg_temp.dice(seed, n, 'status', 1000) >= 700)::integer]
               end as status
        from generate_series(first, last) n
    ), dated as (
        select n, person, status,
               case when status = 'pending' then until - pg_temp.seconds(seed, n, 'pending', 30)
                    when n % 10 = 9 then until - interval '300 days' - pg_temp.seconds(seed, n, 'first', 795)
                    when n % 10 = 0 then until - interval '300 days' - pg_temp.seconds(seed, person, 'first', 795)
                                         + interval '40 days' + pg_temp.seconds(seed, n, 'again', 200)
                    else until - interval '31 days' - pg_temp.seconds(seed, n, 'submitted', 1064)
               end as submitted_at
        from drawn
    )
    select n, person, status, submitted_at,
           case when status <> 'pending'
                then submitted_at + interval '1 day' + pg_temp.seconds(seed, n, 'reviewed', 25) end
    from dated
$$;";

/// Five reviewers. They are moderators, so that they do not look like administrators who can sign in.
pub(super) const REVIEWERS: &str = "
    with reviewers as (
        select pg_temp.id($1, 'reviewer', n) as id, pg_temp.pick($7, $1, -n, 'first name') as first_name,
               pg_temp.pick($8, $1, -n, 'last name') as last_name, n
        from generate_series(1, 5) n
    ), people as (
        insert into users (id, created_at) select id, $5 - interval '4 years' from reviewers
    ), named as (
        -- No trigger sees the users of the same statement.
        insert into profiles (user_id, first_name, last_name, email, user_created_at)
        select id, first_name, last_name, 'reviewer.' || $1 || '.' || n || '@' || $6, $5 - interval '4 years'
        from reviewers
    ), audited as (
        insert into audit_events (id, at, action, target_type, target_id, detail)
        select pg_temp.id($1, 'audited reviewer', n), $5 - interval '4 years', 'user.created', 'user', id,
               '{\"role\": \"moderator\"}'
        from reviewers
    )
    insert into user_roles (user_id, role, granted_at, user_created_at)
    select id, 'moderator', $5 - interval '4 years', $5 - interval '4 years' from reviewers";

/// Replaces the changes of the counts by their sums.
pub(super) const FOLD: &str = "
    with gone as (delete from application_count_changes returning state, status, delta)
    insert into application_count_changes select state, status, sum(delta) from gone group by state, status";

/// The rows of the applications from $2 to $3, parents first.
pub(super) const BATCH: [&str; 10] = [
    "insert into users (id, created_at)
     select pg_temp.id($1, 'person', n), submitted_at - interval '1 hour' - pg_temp.seconds($1, n, 'joined', 14)
     from pg_temp.seeded($1, $2, $3, $5)",
    "with named as (
         select n, pg_temp.pick_often($7, $1, n, 'first name') as first_name,
                case when pg_temp.dice($1, n, 'composed', 10) < 3
                     then pg_temp.pick($16, $1, n, 'name start') || pg_temp.pick($17, $1, n, 'name end')
                     else pg_temp.pick_often($8, $1, n, 'last name') end as last_name
         from pg_temp.seeded($1, $2, $3, $5)
     )
     insert into profiles (user_id, first_name, last_name, email)
     select pg_temp.id($1, 'person', n), first_name, last_name,
            regexp_replace(lower(first_name || '.' || last_name), '[^a-z.]', '', 'g') || '.' || $1 || '.' || n || '@' || $6
     from named",
    // The role that results from their last application.
    "insert into user_roles (user_id, role, granted_at)
     select pg_temp.id($1, 'person', person), case status when 'approved' then 'member' else 'applicant' end,
            coalesce(reviewed_at, submitted_at)
     from pg_temp.seeded($1, $2, $3, $5) where n % 10 <> 9 or n = $4
     union all
     select pg_temp.id($1, 'person', n), 'applicant', submitted_at - interval '1 hour'
     from pg_temp.seeded($1, $2, $3, $5) where n <> person",
    "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience, teaching_position,
         school_district, subjects_taught, date_of_birth, address_line1, address_line2, city, state, zip_code, phone,
         t_shirt_size, note, decided_by)
     select pg_temp.id($1, 'application', n), pg_temp.id($1, 'person', person), status, submitted_at, reviewed_at,
            (select string_agg(($14::text[])[1 + (pg_temp.dice($1, n, 'sentence', cardinality($14)) + k) % cardinality($14)], ' ')
             from generate_series(1, 2 + pg_temp.dice($1, n, 'sentences', 5)
                + case when pg_temp.dice($1, n, 'essay', 40) = 0 then 40 else 0 end) k),
            pg_temp.pick($9, $1, n, 'position'),
            split_part(place, '|', 1) || ' ' || pg_temp.pick($11, $1, n, 'district'),
            array(select distinct pg_temp.pick_often($12, $1, n, 'subject ' || k)
                  from generate_series(1, 1 + pg_temp.dice($1, n, 'subjects', 3)) k),
            date '1958-01-01' + pg_temp.dice($1, n, 'birth', 15000),
            (1 + pg_temp.dice($1, n, 'number', 9800)) || ' ' || pg_temp.pick($13, $1, n, 'street'),
            case when pg_temp.dice($1, n, 'flat', 6) = 0 then 'Apartment ' || (1 + pg_temp.dice($1, n, 'flat no', 80)) end,
            split_part(place, '|', 1),
            split_part(place, '|', case when pg_temp.dice($1, n, 'state code', 5) = 0 then 4 else 2 end),
            split_part(place, '|', 3) || lpad(pg_temp.dice($1, n, 'zip', 100)::text, 2, '0'),
            '(' || (200 + pg_temp.dice($1, n, 'area', 700)) || ') 555-01'
                || lpad(pg_temp.dice($1, n, 'phone', 100)::text, 2, '0'),
            (array['XS', 'S', 'M', 'L', 'XL', 'XXL'])[1 + pg_temp.dice($1, n, 'size', 6)],
            case when status <> 'pending' and pg_temp.dice($1, n, 'noted', 4) = 0
                 then pg_temp.pick($15, $1, n, 'note') end,
            case when status <> 'pending'
                 then pg_temp.id($1, 'reviewer', 1 + pg_temp.dice($1, n, 'reviewer', 5)) end
     from (select *, pg_temp.pick($10, $1, n, 'place') as place from pg_temp.seeded($1, $2, $3, $5)) seeded",
    "insert into application_events (id, application_id, at, actor_id, from_status, to_status)
     select pg_temp.id($1, 'submission', n), pg_temp.id($1, 'application', n), submitted_at,
            pg_temp.id($1, 'person', person), null, 'pending'
     from pg_temp.seeded($1, $2, $3, $5)
     union all
     select pg_temp.id($1, 'decision', n), pg_temp.id($1, 'application', n), reviewed_at,
            pg_temp.id($1, 'reviewer', 1 + pg_temp.dice($1, n, 'reviewer', 5)), 'pending', status
     from pg_temp.seeded($1, $2, $3, $5) where reviewed_at is not null",
    "insert into audit_events (id, at, actor_id, action, target_type, target_id, detail)
     select pg_temp.id($1, 'audited submission', n), submitted_at, pg_temp.id($1, 'person', person),
            'application.submitted', 'application', pg_temp.id($1, 'application', n), '{\"status\": \"pending\"}'
     from pg_temp.seeded($1, $2, $3, $5)
     union all
     select pg_temp.id($1, 'audited decision', n), reviewed_at,
            pg_temp.id($1, 'reviewer', 1 + pg_temp.dice($1, n, 'reviewer', 5)), 'application.decided', 'application',
            pg_temp.id($1, 'application', n), jsonb_build_object('status', status)
     from pg_temp.seeded($1, $2, $3, $5) where reviewed_at is not null",
    "insert into audit_events (id, at, actor_id, action, target_type, target_id)
     select pg_temp.id($1, 'audited account', n), submitted_at - interval '1 hour' - pg_temp.seconds($1, n, 'joined', 14),
            pg_temp.id($1, 'person', n), 'user.verified', 'user', pg_temp.id($1, 'person', n)
     from pg_temp.seeded($1, $2, $3, $5)",
    // One of 33 applications has a note.
    "with noted as (
         select pg_temp.id($1, 'note', n) as id, pg_temp.id($1, 'application', n) as application, n,
                pg_temp.id($1, 'reviewer', 1 + pg_temp.dice($1, n, 'author', 5)) as author,
                submitted_at + interval '2 hours' as at
         from pg_temp.seeded($1, $2, $3, $5) where pg_temp.dice($1, n, 'thread', 33) = 0
     ), audited as (
         insert into audit_events (id, at, actor_id, action, target_type, target_id, detail)
         select pg_temp.id($1, 'audited note', n), at, author, 'note.added', 'application', application,
                jsonb_build_object('note_id', id)
         from noted
     )
     insert into application_notes (id, application_id, author_id, text, created_at, updated_at, audited_at, version)
     select id, application, author, pg_temp.pick($15, $1, n, 'text'), at, at, at, pg_temp.id($1, 'version', n)
     from noted",
    "insert into application_marks (application_id, user_id, mark)
     select pg_temp.id($1, 'application', n), pg_temp.id($1, 'reviewer', k),
            (array['yes', 'yes', 'maybe', 'no'])[1 + pg_temp.dice($1, n, 'mark ' || k, 4)]
     from pg_temp.seeded($1, $2, $3, $5) cross join generate_series(1, 3) k
     where pg_temp.dice($1, n, 'marked ' || k, 10) < case status when 'pending' then 6 else 3 end",
    // Housekeeping keeps sent mails for 30 days.
    "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, state, attempts, sent_at)
     select pg_temp.id($1, act.kind, act.n), pg_temp.id($1, act.kind, act.n) || '@' || $6, act.kind, p.email, p.first_name,
            p.last_name, act.at, act.at, 'sent', 1, act.at + interval '2 seconds'
     from (select n, pg_temp.id($1, 'person', person) as user_id, kind, at
           from pg_temp.seeded($1, $2, $3, $5)
           cross join lateral (values ('application_submitted', submitted_at), ('application_' || status, reviewed_at))
               as told (kind, at)
           where at > $5 - interval '30 days' offset 0) act
     join profiles p on p.user_id = act.user_id",
];
