//! Invariants of the outbox and the stored templates.

use super::{Invariant, Query};

pub(crate) const ALL: &[Invariant] = &[
    Invariant {
        subject: "mails",
        holds: "each submission has one mail until housekeeping deletes it",
        why: "the applicant got no notification or two",
        query: Query::Rows(
            // An applicant who changed the address may have got the mail at an earlier address.
            "with moved as (
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
             having count(o.id) = 0 or count(o.id) > 1 and not acts.moved",
        ),
    },
    Invariant {
        subject: "mails",
        holds: "each decision has one mail until housekeeping deletes it",
        why: "the applicant does not know the decision, or got two mails, or the wrong one",
        query: Query::Rows(
            "with moved as (
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
                 or count(mails.id) > 1 and not acts.moved",
        ),
    },
    Invariant {
        subject: "mails",
        holds: "there is no mail about an undone decision",
        why: "the applicant gets a mail about a decision that is not in force",
        query: Query::Rows(
            "select e.id from application_events e
             join outbox o on o.id = e.mail_id
             join applications a on a.id = e.application_id
             where a.reviewed_at is distinct from e.at",
        ),
    },
    Invariant {
        subject: "mails",
        holds: "each open request for changes has its mail until housekeeping or an operator deletes it",
        why: "the applicant does not know the request",
        query: Query::Rows(
            "select r.id from application_change_requests r
             where r.closed_at is null and r.created_at > $2
                 and not exists (select from outbox o where o.id = r.id)
                 and not exists (select from audit_events e
                                 where e.target_id = r.id and e.action = 'email_message.discarded')",
        ),
    },
    Invariant {
        subject: "mails",
        holds: "a mail about requested changes has its message only as long as the request exists",
        why: "the message is about an applicant who has withdrawn or left",
        query: Query::Rows(
            "select o.id from outbox o
             where o.kind = 'changes_requested' and cardinality(o.items) > 0
                 and not exists (select from application_change_requests r where r.id = o.id)",
        ),
    },
    Invariant {
        subject: "outbox",
        holds: "all sent mails and no others have a sending time",
        why: "a mail without a time is never deleted, or was marked as sent before a host accepted it",
        query: Query::Rows(
            "select id from outbox
             where (state = 'sent') <> (sent_at is not null) or state = 'sent' and attempts < 1",
        ),
    },
    Invariant {
        subject: "outbox",
        holds: "only queued mails are leased, and a lease is complete",
        why: "no worker leases the mail, or a worker leases a sent mail",
        query: Query::Rows(
            "select id from outbox
             where (lease is null) <> (leased_until is null)
                 or lease is not null and (state <> 'queued' or attempts < 1)
                 or attempts < 0",
        ),
    },
    Invariant {
        subject: "outbox",
        holds: "a failed mail has an error and an entry in the audit log",
        why: "administrators see failed mails in the audit log",
        query: Query::Rows(
            "select o.id from outbox o
             where o.state = 'failed' and (o.last_error is null or not exists (
                 select from audit_events e where e.target_id = o.id and e.action = 'email_message.failed'))",
        ),
    },
    Invariant {
        subject: "outbox",
        holds: "a queued mail with a link has its token",
        why: "the worker would discard the mail without a notice to its recipient",
        query: Query::Rows(
            // Expired links may have been deleted.
            "select id from outbox
             where state = 'queued' and token_id is null and queued_at > $1 - interval '1 day'
                 and kind in ('verify_email', 'recovery', 'sign_in_code', 'change_email_old', 'change_email_new',
                              'email_changed')",
        ),
    },
    Invariant {
        subject: "templates",
        holds: "each is equal to its newest version",
        why: "an edit and its version are one transaction; the history differs from the sent content",
        query: Query::Rows(
            "with newest as (
                 select template_name, max(version) as version from email_template_versions group by template_name
             )
             select t.template_name from email_templates t
             left join newest n on n.template_name = t.template_name
             left join email_template_versions v on v.template_name = t.template_name and v.version = n.version
             where (t.version, t.subject, t.html_content) is distinct from (v.version, v.subject, v.html_content)",
        ),
    },
];
