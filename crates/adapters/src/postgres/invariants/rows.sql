-- submissions: each application began with one submission by its applicant
-- a submission writes the application and its history in one transaction
select a.id from applications a
left join application_events e on e.application_id = a.id and e.from_status is null
group by a.id
having count(e.id) <> 1
    or bool_or(e.to_status <> 'pending' or e.at <> a.submitted_at or e.actor_id <> a.user_id)

-- decisions: each decided application has one decision in its history that was not undone, and each pending one none
-- a decision, and undoing it, writes the status and the history in one transaction
select a.id from applications a
left join application_events e on e.application_id = a.id and e.from_status is not null and e.act is null
group by a.id
having count(*) filter (where e.to_status <> 'pending') - count(*) filter (where e.to_status = 'pending')
        <> (a.status <> 'pending')::integer
    or bool_or((e.from_status = 'pending') = (e.to_status = 'pending'))
    or count(*) filter (where e.to_status = a.status and e.at = a.reviewed_at
                        and e.actor_id = coalesce(a.decided_by, e.actor_id))
        <> (a.status <> 'pending')::integer

-- audit log: it contains each submission once
-- live events and administrators rely on the audit log
select a.id from applications a
left join audit_events e on e.target_id = a.id and e.action = 'application.submitted'
group by a.id
having count(e.id) <> 1 or bool_or(e.at <> a.submitted_at or e.actor_id is distinct from a.user_id)

-- audit log: it contains each decision once
-- the decision and its time have no record
select a.id from applications a
left join audit_events e on e.target_id = a.id
    and e.action in ('application.decided', 'application.decision_undone')
group by a.id
having count(*) filter (where e.action = 'application.decided')
        - count(*) filter (where e.action = 'application.decision_undone')
        <> (a.status <> 'pending')::integer
    or count(*) filter (where e.action = 'application.decided' and e.at = a.reviewed_at
                        and e.detail->>'status' = a.status)
        <> (a.status <> 'pending')::integer

-- undone decisions: the roles are as before the decision, unless the audit log has later changes
-- undoing a decision and restoring the roles are one transaction
with changed as (
    select target_id as user_id, max(at) as at from audit_events
    where action in ('role.granted', 'role.revoked') group by target_id
), newest as (
    select distinct on (application_id) application_id, from_status, to_status
    from application_events where act is null order by application_id, at desc, id desc
), decided as (
    select distinct on (application_id) application_id, at, roles_granted, roles_revoked
    from application_events where from_status = 'pending' and act is null order by application_id, at desc, id desc
)
select a.id from applications a
join newest n on n.application_id = a.id and n.from_status <> 'pending' and n.to_status = 'pending'
join decided d on d.application_id = a.id
join users u on u.id = a.user_id and u.deleted_at is null
left join changed c on c.user_id = a.user_id and c.at >= d.at
where c.user_id is null
    and (exists (select from user_roles r where r.user_id = a.user_id and r.role = any(d.roles_granted))
         or exists (select from unnest(d.roles_revoked) as lost
                    where not exists (select from user_roles r
                                      where r.user_id = a.user_id and r.role = lost)))

-- applications: each submitted application exists, unless its applicant withdrew it
-- the applicant got a confirmation of the submission
select e.target_id from audit_events e
where e.action = 'application.submitted'
    and not exists (select from applications a where a.id = e.target_id)
    and not exists (select from audit_events w
                    where w.target_id = e.target_id and w.action = 'application.withdrawn')

-- applications: a pending application is the newest of its applicant, so no member by approval has an older one
-- a decision was undone after a later one; its next decision mails a person who is decided on already
select p.id from applications p where p.status = 'pending' and exists (
    select from applications a where a.user_id = p.user_id and a.submitted_at > p.submitted_at)

-- approvals: an approved applicant is a member and no longer an applicant, unless the audit log has later changes
-- a decision and its role change are one transaction; the applicant was notified of the membership
with roles as (
    select user_id, bool_or(role = 'member') as member, bool_or(role = 'applicant') as applicant
    from user_roles group by user_id
), changed as (
    select target_id as user_id, max(at) as at from audit_events
    where action in ('role.granted', 'role.revoked') group by target_id
)
select a.id from applications a
join users u on u.id = a.user_id and u.deleted_at is null
left join roles r on r.user_id = a.user_id
left join changed c on c.user_id = a.user_id and c.at >= a.reviewed_at
where a.status = 'approved' and c.user_id is null
    and (not coalesce(r.member, false) or coalesce(r.applicant, false))

-- counts: the counts match the applications
-- the dashboard shows them; `count` names each state and status that differ
select format('%s, %s: counted %s of %s', state, status, coalesce(c.n, 0), coalesce(a.n, 0))
from (select known_state(state) as state, status, count(*) as n from applications group by 1, 2) a
full join (select state, status, sum(delta) as n from application_count_changes
           group by state, status having sum(delta) <> 0) c using (state, status)
where a.n is distinct from c.n

-- review list: it has one row per application, with the current values of the applicant and the application
-- administrators cannot find an application that is not in it
select a.id from applications a
left join profiles p on p.user_id = a.user_id
left join application_list l on l.application_id = a.id
where l.application_id is null
    or (l.first_name, l.last_name, l.email, l.teaching_position, l.school_district, l.status,
        l.submitted_at, l.reviewed_at, l.city, l.state_key, l.subject_keys, l.has_notes,
        l.experience_words, l.changes, l.changed_at, array[l.yes, l.maybe, l.no])
        is distinct from (p.first_name, p.last_name, p.email, a.teaching_position, a.school_district,
        a.status, a.submitted_at, a.reviewed_at, a.city, state_key(a.state),
        subject_keys(a.subjects_taught),
        exists (select from application_notes n where n.application_id = a.id),
        experience_words(a.teaching_experience), changes_of(a.id),
        greatest(a.submitted_at, a.reviewed_at, (select max(e.at) from application_events e where e.application_id = a.id)),
        array(select count(m.user_id)::integer from unnest(array['yes', 'maybe', 'no']) with ordinality word (mark, n)
              left join application_marks m on m.application_id = a.id and m.mark = word.mark
              group by word.n order by word.n))

-- notes: the audit log contains the addition of each note once, with its author and time
-- a note has no record of who wrote it, and other administrators got no live event
select n.id from application_notes n
left join audit_events e on e.action = 'note.added' and e.detail->>'note_id' = n.id::text
group by n.id
having count(e.id) <> 1
    or bool_or(e.at <> n.created_at or e.actor_id is distinct from n.author_id
               or e.target_id <> n.application_id)

-- requests for changes: a request is open only while its application is pending
-- an applicant could edit an application that was decided
select r.id from application_change_requests r join applications a on a.id = r.application_id
where r.closed_at is null and a.status <> 'pending'

-- requests for changes: the audit log contains each request once, with its author and time
-- administrators rely on the audit log, and got no live event
select r.id from application_change_requests r
left join audit_events e on e.action = 'application.changes_requested'
    and e.detail->>'request_id' = r.id::text
group by r.id
having count(e.id) <> 1
    or bool_or(e.at <> r.created_at or e.actor_id is distinct from r.requested_by
               or e.target_id <> r.application_id)

-- versions: the versions of an application are numbered from 1 without gaps
-- an earlier version is missing, or an edit was stored twice
select application_id from application_versions
group by application_id having min(number) <> 1 or max(number) <> count(*)

-- versions: each version was replaced after a request for changes to its application, which the edit closed
-- answers were replaced that an administrator did not ask for
select v.application_id from application_versions v
left join application_change_requests r on r.id = v.change_request_id
where r.application_id is distinct from v.application_id or r.outcome is distinct from 'resubmitted'
    or r.closed_at <> v.replaced_at
union all
select r.id from application_change_requests r
left join application_versions v on v.change_request_id = r.id
where r.outcome = 'resubmitted' group by r.id having count(v.number) <> 1

-- accounts: each has a name and an address
-- the program treats an account without them as deleted
select u.id from users u where u.deleted_at is null
    and not exists (select from profiles p where p.user_id = u.id)

-- deleted accounts: they have no personal data
-- the user was told that everything is erased
select distinct u.id from users u
join (select user_id from profiles
      union all select user_id from credentials
      union all select user_id from user_roles
      union all select user_id from sessions
      union all select user_id from factors
      union all select user_id from recovery_codes
      union all select user_id from factor_challenges
      union all select user_id from identities
      union all select user_id from email_changes
      union all select user_id from idempotent_requests
      union all select subject_id from idempotent_requests
      union all select user_id from application_drafts
      union all select user_id from application_viewers
      union all select user_id from application_readings
      union all select a.user_id from application_notes n join applications a on a.id = n.application_id
      union all select a.user_id from application_marks m join applications a on a.id = m.application_id
      union all select a.user_id from application_change_requests r
                join applications a on a.id = r.application_id
      union all select user_id from headshots where state = 'stored'
      union all select user_id from applications
                where status = 'pending' or teaching_experience <> '—' or phone <> '—' or note is not null
     ) rest on rest.user_id = u.id
where u.deleted_at is not null

-- audit log: each account has an entry about its creation
-- an account without such an entry was not created by the program
select u.id from users u where not exists (
    select from audit_events e
    where e.target_id = u.id and e.action in ('user.verified', 'user.created'))

-- audit log: accounts are disabled, enabled and deleted according to it
-- a disabled user can sign in, or an enabled one cannot, without a record of the reason
with recorded as (
    select target_id as user_id, action, at, max(at) over (partition by target_id) as last
    from audit_events where action in ('user.disabled', 'user.enabled')
), newest as (
    select user_id, bool_or(action = 'user.disabled') as disabled, bool_or(action = 'user.enabled') as enabled
    from recorded where at = last group by user_id
), gone as (
    select distinct target_id as user_id from audit_events where action = 'user.deleted'
)
select u.id from users u
left join newest n on n.user_id = u.id
left join gone g on g.user_id = u.id
where case when u.disabled_at is null then not coalesce(n.enabled, true)
           else not coalesce(n.disabled, false) end
    or (u.deleted_at is not null) <> (g.user_id is not null)

-- roles: an approval, an administrator or the command line granted every role except `applicant`
-- a role without a record was not granted by the program; disable the account and find the cause
select r.user_id || ' ' || r.role from user_roles r
where r.role <> 'applicant'
    and not (r.role = 'member' and exists (
        select from applications a where a.user_id = r.user_id and a.status = 'approved'))
    and not exists (
        select from audit_events e
        where e.target_id = r.user_id and e.action in ('role.granted', 'user.created')
            and e.detail->>'role' = r.role)

-- administrators: after the first one was created, one can sign in
-- applications cannot be reviewed; `educators-forum admin create` creates an administrator
select distinct e.target_id from audit_events e
where e.action in ('role.granted', 'user.created') and e.detail->>'role' = 'admin'
    and (select count(*) from users u join user_roles r on r.user_id = u.id
         where r.role = 'admin' and u.disabled_at is null) = 0

-- sessions: a disabled account has no live session
-- the session would continue after the account is enabled
select s.id from sessions s join users u on u.id = s.user_id
where u.disabled_at is not null and s.revoked_at is null and s.expires_at > $1

-- links: a link for an email address change belongs to a change
-- the link appears expired, and its recipient cannot confirm or undo the change
-- A resend writes the same rows for every address. Without a change, no mail contains the link.
select t.id from one_time_tokens t
where t.change_id is null and (t.purpose = 'restore_email'
    or t.purpose in ('change_email_old', 'change_email_new')
        and exists (select from outbox o where o.token_id = t.id))

-- email address changes: both addresses confirmed each completed change, and the audit log contains it
-- an attacker may have taken the account over
select c.id from email_changes c
where c.changed_at is not null
    and (c.old_confirmed_at is null or c.new_confirmed_at is null or not exists (
        select from audit_events e
        where e.target_id = c.user_id and e.action = 'user.email_changed' and e.at = c.changed_at))

-- mails: each submission has one mail until housekeeping deletes it
-- the applicant got no notification or two
-- An applicant who changed the address may have got the mail at an earlier address.
with moved as (
    select target_id as user_id, max(at) as at from audit_events
    where action in ('user.email_changed', 'user.email_restored') group by target_id
), acts as (
    select a.id, a.submitted_at as at, lower(p.email) as email, m.user_id is not null as moved
    from applications a
    join profiles p on p.user_id = a.user_id
    left join moved m on m.user_id = a.user_id and m.at >= a.submitted_at
    where a.submitted_at > $2
)
select acts.id from acts
left join outbox o on o.kind = 'application_submitted' and o.queued_at = acts.at
    and (acts.moved or lower(o.to_email) = acts.email)
group by acts.id, acts.moved
having count(o.id) = 0 or count(o.id) > 1 and not acts.moved

-- mails: each decision has one mail until housekeeping deletes it
-- the applicant does not know the decision, or got two mails, or the wrong one
with moved as (
    select target_id as user_id, max(at) as at from audit_events
    where action in ('user.email_changed', 'user.email_restored') group by target_id
), acts as (
    select a.id, a.reviewed_at as at, 'application_' || a.status as kind, lower(p.email) as email,
           m.user_id is not null as moved
    from applications a
    join profiles p on p.user_id = a.user_id
    left join moved m on m.user_id = a.user_id and m.at >= a.reviewed_at
    where a.reviewed_at > $2
), mails as (
    select id, kind, queued_at, lower(to_email) as email from outbox
    where kind in ('application_approved', 'application_rejected')
)
select acts.id from acts
left join mails on mails.queued_at = acts.at and (acts.moved or mails.email = acts.email)
group by acts.id, acts.kind, acts.moved
having count(mails.id) filter (where mails.kind = acts.kind) = 0
    or count(mails.id) > 1 and not acts.moved

-- mails: there is no mail about an undone decision
-- the applicant gets a mail about a decision that is not in force
select e.id from application_events e
join outbox o on o.id = e.mail_id
join applications a on a.id = e.application_id
where a.reviewed_at is distinct from e.at

-- mails: each open request for changes has its mail until housekeeping or an operator deletes it
-- the applicant does not know the request
select r.id from application_change_requests r
where r.closed_at is null and r.created_at > $2
    and not exists (select from outbox o where o.id = r.id)
    and not exists (select from audit_events e
                    where e.target_id = r.id and e.action = 'email_message.discarded')

-- mails: a mail about requested changes has its message only as long as the request exists
-- the message is about an applicant who has withdrawn or left
select o.id from outbox o
where o.kind = 'changes_requested' and cardinality(o.items) > 0
    and not exists (select from application_change_requests r where r.id = o.id)

-- mails: each message of the contact form has its mail until housekeeping or an operator deletes it
-- the department does not know the message
select m.id from contact_messages m
where m.mail_id is not null and m.received_at > $2
    and not exists (select from outbox o where o.id = m.mail_id)
    and not exists (select from audit_events e
                    where e.target_id = m.mail_id and e.action = 'email_message.discarded')

-- outbox: all sent mails and no others have a sending time
-- a mail without a time is never deleted, or was marked as sent before a host accepted it
select id from outbox
where (state = 'sent') <> (sent_at is not null) or state = 'sent' and attempts < 1

-- outbox: only queued mails are leased, and a lease is complete
-- no worker leases the mail, or a worker leases a sent mail
select id from outbox
where (lease is null) <> (leased_until is null)
    or lease is not null and (state <> 'queued' or attempts < 1)
    or attempts < 0

-- outbox: a failed mail has an error and an entry in the audit log
-- administrators see failed mails in the audit log
select o.id from outbox o
where o.state = 'failed' and (o.last_error is null or not exists (
    select from audit_events e where e.target_id = o.id and e.action = 'email_message.failed'))

-- outbox: a queued mail with a link has its token
-- the worker would discard the mail without a notice to its recipient
-- Expired links may have been deleted.
select id from outbox
where state = 'queued' and token_id is null and queued_at > $1 - interval '1 day'
    and kind in ('verify_email', 'recovery', 'sign_in_code', 'change_email_old', 'change_email_new',
                 'email_changed')

-- templates: each is equal to its newest version
-- an edit and its version are one transaction; the history differs from the sent content
with newest as (
    select template_name, max(version) as version from email_template_versions group by template_name
)
select t.template_name from email_templates t
left join newest n on n.template_name = t.template_name
left join email_template_versions v on v.template_name = t.template_name and v.version = n.version
where (t.version, t.subject, t.html_content) is distinct from (v.version, v.subject, v.html_content)

-- photos: photos of applications and earlier versions are stored and belong to the applicants
-- administrators see no photo or another applicant's photo
with shown as (
    select id, user_id, headshot_id, headshot_url from applications
    union all
    select v.application_id, a.user_id, v.headshot_id, v.answers->>'headshot_url'
    from application_versions v join applications a on a.id = v.application_id
)
select s.id from shown s join headshots h on h.id = s.headshot_id
where h.state <> 'stored' or h.user_id <> s.user_id
    or s.headshot_url is distinct from '/storage/headshots/' || h.key

-- photos: an application, an earlier version or a draft shows each photo of an earlier day
-- a photo is public that its owner has withdrawn; the sweep of a running site removes it, and the log contains its errors
-- A draft that was saved just now may have shown it.
select h.id from headshots h
where h.state = 'stored' and h.changed_at < $3 - interval '1 day'
    and not exists (select from applications a where a.headshot_id = h.id)
    and not exists (select from application_versions v where v.headshot_id = h.id)
    and not exists (select from application_drafts d
                    where d.headshot_id = h.id or d.user_id = h.user_id and d.updated_at > $3)

-- photos: a user has at most 4 photos, besides those of earlier versions and of the last day
-- one account fills the file store
-- Three, and one that a request asked to replace before the application was decided.
select h.user_id from headshots h
where h.state = 'stored' and h.changed_at < $3 - interval '1 day'
    and not exists (select from application_versions v where v.headshot_id = h.id
                    and not exists (select from applications a where a.headshot_id = h.id))
group by h.user_id having count(*) > 4

-- photos: uploads and removals end
-- the sweep of a running site ends interrupted ones; the log contains its errors
select id from headshots where state <> 'stored' and changed_at < $3
