//! Invariants of applications, their history, decisions, lists and counts.

use super::{Invariant, Query};

pub(crate) const ALL: &[Invariant] = &[
    Invariant {
        subject: "submissions",
        holds: "each application began with one submission by its applicant",
        why: "a submission writes the application and its history in one transaction",
        query: Query::Rows(
            "select a.id from applications a
             left join application_events e on e.application_id = a.id and e.from_status is null
             group by a.id
             having count(e.id) <> 1
                 or bool_or(e.to_status <> 'pending' or e.at <> a.submitted_at or e.actor_id <> a.user_id)",
        ),
    },
    Invariant {
        subject: "decisions",
        holds: "each decided application has one decision in its history that was not undone, and each pending one none",
        why: "a decision, and undoing it, writes the status and the history in one transaction",
        query: Query::Rows(
            "select a.id from applications a
             left join application_events e on e.application_id = a.id and e.from_status is not null and e.act is null
             group by a.id
             having count(*) filter (where e.to_status <> 'pending') - count(*) filter (where e.to_status = 'pending')
                     <> (a.status <> 'pending')::integer
                 or bool_or((e.from_status = 'pending') = (e.to_status = 'pending'))
                 or count(*) filter (where e.to_status = a.status and e.at = a.reviewed_at
                                     and e.actor_id = coalesce(a.decided_by, e.actor_id))
                     <> (a.status <> 'pending')::integer",
        ),
    },
    Invariant {
        subject: "audit log",
        holds: "it contains each submission once",
        why: "live events and administrators rely on the audit log",
        query: Query::Rows(
            "select a.id from applications a
             left join audit_events e on e.target_id = a.id and e.action = 'application.submitted'
             group by a.id
             having count(e.id) <> 1 or bool_or(e.at <> a.submitted_at or e.actor_id is distinct from a.user_id)",
        ),
    },
    Invariant {
        subject: "audit log",
        holds: "it contains each decision once",
        why: "the decision and its time have no record",
        query: Query::Rows(
            "select a.id from applications a
             left join audit_events e on e.target_id = a.id
                 and e.action in ('application.decided', 'application.decision_undone')
             group by a.id
             having count(*) filter (where e.action = 'application.decided')
                     - count(*) filter (where e.action = 'application.decision_undone')
                     <> (a.status <> 'pending')::integer
                 or count(*) filter (where e.action = 'application.decided' and e.at = a.reviewed_at
                                     and e.detail->>'status' = a.status)
                     <> (a.status <> 'pending')::integer",
        ),
    },
    Invariant {
        subject: "undone decisions",
        holds: "the roles are as before the decision, unless the audit log has later changes",
        why: "undoing a decision and restoring the roles are one transaction",
        query: Query::Rows(
            "with changed as (
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
                                                   where r.user_id = a.user_id and r.role = lost)))",
        ),
    },
    Invariant {
        subject: "applications",
        holds: "each submitted application exists, unless its applicant withdrew it",
        why: "the applicant got a confirmation of the submission",
        query: Query::Rows(
            "select e.target_id from audit_events e
             where e.action = 'application.submitted'
                 and not exists (select from applications a where a.id = e.target_id)
                 and not exists (select from audit_events w
                                 where w.target_id = e.target_id and w.action = 'application.withdrawn')",
        ),
    },
    Invariant {
        subject: "applications",
        holds: "a pending application is the newest of its applicant, so no member by approval has an older one",
        why: "a decision was undone after a later one; its next decision mails a person who is decided on already",
        query: Query::Rows(
            "select p.id from applications p where p.status = 'pending' and exists (
                 select from applications a where a.user_id = p.user_id and a.submitted_at > p.submitted_at)",
        ),
    },
    Invariant {
        subject: "approvals",
        holds: "an approved applicant is a member and no longer an applicant, unless the audit log has later changes",
        why: "a decision and its role change are one transaction; the applicant was notified of the membership",
        query: Query::Rows(
            "with roles as (
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
                 and (not coalesce(r.member, false) or coalesce(r.applicant, false))",
        ),
    },
    Invariant {
        subject: "counts",
        holds: "the counts by status match the applications",
        why: "the dashboard shows them; `count` names each status that differs",
        query: Query::Rows(
            "select format('%s: counted %s of %s', status, coalesce(c.n, 0), coalesce(a.n, 0))
             from (select status, count(*) as n from applications group by status) a
             full join (select status, sum(delta) as n from application_count_changes
                        group by status having sum(delta) <> 0) c using (status)
             where a.n is distinct from c.n",
        ),
    },
    Invariant {
        subject: "counts by state",
        holds: "the counts by state match the applications",
        why: "the dashboard shows them; `count` names each state and status that differ",
        query: Query::Rows(
            "select format('%s, %s: counted %s of %s', state, status, coalesce(c.n, 0), coalesce(a.n, 0))
             from (select known_state(state) as state, status, count(*) as n from applications group by 1, 2) a
             full join (select state, status, sum(delta) as n from application_state_changes
                        group by state, status having sum(delta) <> 0) c using (state, status)
             where a.n is distinct from c.n",
        ),
    },
    Invariant {
        subject: "review list",
        holds: "it has one row per application, with the current values of the applicant and the application",
        why: "administrators cannot find an application that is not in it",
        query: Query::Rows(
            "select a.id from applications a
             left join profiles p on p.user_id = a.user_id
             left join application_list l on l.application_id = a.id
             where l.application_id is null
                 or (l.first_name, l.last_name, l.email, l.teaching_position, l.school_district, l.status,
                     l.submitted_at, l.reviewed_at, l.city, l.state_key, l.subject_keys, l.has_notes)
                     is distinct from (p.first_name, p.last_name, p.email, a.teaching_position, a.school_district,
                     a.status, a.submitted_at, a.reviewed_at, a.city, state_key(a.state),
                     subject_keys(a.subjects_taught),
                     exists (select from application_notes n where n.application_id = a.id))",
        ),
    },
    Invariant {
        subject: "notes",
        holds: "the audit log contains the addition of each note once, with its author and time",
        why: "a note has no record of who wrote it, and other administrators got no live event",
        query: Query::Rows(
            "select n.id from application_notes n
             left join audit_events e on e.action = 'note.added' and e.detail->>'note_id' = n.id::text
             group by n.id
             having count(e.id) <> 1
                 or bool_or(e.at <> n.created_at or e.actor_id is distinct from n.author_id
                            or e.target_id <> n.application_id)",
        ),
    },
    Invariant {
        subject: "requests for changes",
        holds: "a request is open only while its application is pending",
        why: "an applicant could edit an application that was decided",
        query: Query::Rows(
            "select r.id from application_change_requests r join applications a on a.id = r.application_id
             where r.closed_at is null and a.status <> 'pending'",
        ),
    },
    Invariant {
        subject: "requests for changes",
        holds: "the audit log contains each request once, with its author and time",
        why: "administrators rely on the audit log, and got no live event",
        query: Query::Rows(
            "select r.id from application_change_requests r
             left join audit_events e on e.action = 'application.changes_requested'
                 and e.detail->>'request_id' = r.id::text
             group by r.id
             having count(e.id) <> 1
                 or bool_or(e.at <> r.created_at or e.actor_id is distinct from r.requested_by
                            or e.target_id <> r.application_id)",
        ),
    },
    Invariant {
        subject: "versions",
        holds: "the versions of an application are numbered from 1 without gaps",
        why: "an earlier version is missing, or an edit was stored twice",
        query: Query::Rows(
            "select application_id from application_versions
             group by application_id having min(number) <> 1 or max(number) <> count(*)",
        ),
    },
    Invariant {
        subject: "versions",
        holds: "each version was replaced after a request for changes to its application, which the edit closed",
        why: "answers were replaced that an administrator did not ask for",
        query: Query::Rows(
            "select v.application_id from application_versions v
             left join application_change_requests r on r.id = v.change_request_id
             where r.application_id is distinct from v.application_id or r.outcome is distinct from 'resubmitted'
                 or r.closed_at <> v.replaced_at
             union all
             select r.id from application_change_requests r
             left join application_versions v on v.change_request_id = r.id
             where r.outcome = 'resubmitted' group by r.id having count(v.number) <> 1",
        ),
    },
];
