//! Invariants of accounts, roles, sessions, links and email address changes.

use super::{Invariant, Query};

pub(crate) const ALL: &[Invariant] = &[
    Invariant {
        subject: "accounts",
        holds: "each has a name and an address",
        why: "the program treats an account without them as deleted",
        query: Query::Rows(
            "select u.id from users u where u.deleted_at is null
                 and not exists (select from profiles p where p.user_id = u.id)",
        ),
    },
    Invariant {
        subject: "deleted accounts",
        holds: "they have no personal data",
        why: "the user was told that everything is erased",
        query: Query::Rows(
            "select distinct u.id from users u
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
                   union all select a.user_id from application_notes n join applications a on a.id = n.application_id
                   union all select a.user_id from application_change_requests r
                             join applications a on a.id = r.application_id
                   union all select user_id from headshots where state = 'stored'
                   union all select user_id from applications
                             where status = 'pending' or teaching_experience <> '—' or phone <> '—' or note is not null
                  ) rest on rest.user_id = u.id
             where u.deleted_at is not null",
        ),
    },
    Invariant {
        subject: "audit log",
        holds: "each account has an entry about its creation",
        why: "an account without such an entry was not created by the program",
        query: Query::Rows(
            "select u.id from users u where not exists (
                 select from audit_events e
                 where e.target_id = u.id and e.action in ('user.verified', 'user.created'))",
        ),
    },
    Invariant {
        subject: "audit log",
        holds: "accounts are disabled, enabled and deleted according to it",
        why: "a disabled user can sign in, or an enabled one cannot, without a record of the reason",
        query: Query::Rows(
            "with recorded as (
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
                 or (u.deleted_at is not null) <> (g.user_id is not null)",
        ),
    },
    Invariant {
        subject: "roles",
        holds: "an approval, an administrator or the command line granted every role except `applicant`",
        why: "a role without a record was not granted by the program; disable the account and find the cause",
        query: Query::Rows(
            "select r.user_id || ' ' || r.role from user_roles r
             where r.role <> 'applicant'
                 and not (r.role = 'member' and exists (
                     select from applications a where a.user_id = r.user_id and a.status = 'approved'))
                 and not exists (
                     select from audit_events e
                     where e.target_id = r.user_id and e.action in ('role.granted', 'user.created')
                         and e.detail->>'role' = r.role)",
        ),
    },
    Invariant {
        subject: "administrators",
        holds: "after the first one was created, one can sign in",
        why: "applications cannot be reviewed; `educators-forum admin create` creates an administrator",
        query: Query::Rows(
            "select distinct e.target_id from audit_events e
             where e.action in ('role.granted', 'user.created') and e.detail->>'role' = 'admin'
                 and (select count(*) from users u join user_roles r on r.user_id = u.id
                      where r.role = 'admin' and u.disabled_at is null) = 0",
        ),
    },
    Invariant {
        subject: "sessions",
        holds: "a disabled account has no live session",
        why: "the session would continue after the account is enabled",
        query: Query::Rows(
            "select s.id from sessions s join users u on u.id = s.user_id
             where u.disabled_at is not null and s.revoked_at is null and s.expires_at > $1",
        ),
    },
    Invariant {
        subject: "links",
        holds: "a link for an email address change belongs to a change",
        why: "the link appears expired, and its recipient cannot confirm or undo the change",
        query: Query::Rows(
            // A resend writes the same rows for every address. Without a change, no mail contains the link.
            "select t.id from one_time_tokens t
             where t.change_id is null and (t.purpose = 'restore_email'
                 or t.purpose in ('change_email_old', 'change_email_new')
                     and exists (select from outbox o where o.token_id = t.id))",
        ),
    },
    Invariant {
        subject: "email address changes",
        holds: "both addresses confirmed each completed change, and the audit log contains it",
        why: "an attacker may have taken the account over",
        query: Query::Rows(
            "select c.id from email_changes c
             where c.changed_at is not null
                 and (c.old_confirmed_at is null or c.new_confirmed_at is null or not exists (
                     select from audit_events e
                     where e.target_id = c.user_id and e.action = 'user.email_changed' and e.at = c.changed_at))",
        ),
    },
];
