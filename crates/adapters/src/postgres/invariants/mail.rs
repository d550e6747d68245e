//! The outbox and the stored templates.

use super::{Invariant, Query};

pub(crate) const ALL: &[Invariant] = &[
    Invariant {
        subject: "mails",
        holds: "each submission has one, until it is removed with other sent ones",
        why: "the applicant was not notified, or twice",
        query: Query::Rows(
            // An applicant who has changed the address since may have got it at an earlier one.
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
        holds: "each decision has one, until it is removed with other sent ones",
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
        subject: "outbox",
        holds: "a mail has a time of sending exactly if it was sent",
        why: "a mail without one is never removed, or was marked as sent before a host took it",
        query: Query::Rows(
            "select id from outbox
             where (state = 'sent') <> (sent_at is not null) or state = 'sent' and attempts < 1",
        ),
    },
    Invariant {
        subject: "outbox",
        holds: "only mails that wait are leased, and a lease is whole",
        why: "no worker would take the mail, or one would take it that was sent",
        query: Query::Rows(
            "select id from outbox
             where (lease is null) <> (leased_until is null)
                 or lease is not null and (state <> 'queued' or attempts < 1)
                 or attempts < 0",
        ),
    },
    Invariant {
        subject: "outbox",
        holds: "a dead letter says why, and is in the audit log",
        why: "administrators learn of unsent mails from the audit log",
        query: Query::Rows(
            "select o.id from outbox o
             where o.state = 'failed' and (o.last_error is null or not exists (
                 select from audit_events e where e.target_id = o.id and e.action = 'email_message.failed'))",
        ),
    },
    Invariant {
        subject: "outbox",
        holds: "a queued mail has its link",
        why: "it would be dropped silently, and its recipient waits for it",
        query: Query::Rows(
            // Later the link has expired, and may have been removed.
            "select id from outbox
             where state = 'queued' and token_id is null and queued_at > $1 - interval '1 day'
                 and kind in ('verify_email', 'recovery', 'sign_in_code', 'change_email_old', 'change_email_new',
                              'email_changed')",
        ),
    },
    Invariant {
        subject: "templates",
        holds: "each is its newest version",
        why: "an edit and its version are one transaction; the history would show other texts than were sent",
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
