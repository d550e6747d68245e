-- Which factor proved a session, since when a change of address is suspect, and what a mail lists. Links, codes and second
-- steps from before a password are deleted by what sets one, no longer recognised by their time.

alter table sessions add column proof_factors uuid[] not null default '{}';
comment on column sessions.proof_factors is
    'The factors behind proof_methods, null for other methods; empty in sessions that an older program opened.';
-- A session proved by a factor ends with it. Until now it did not.
update sessions s set revoked_at = last_used_at
where revoked_at is null and proof_methods && array['totp', 'passkey', 'recovery_code']
  and not exists (select from factors f where f.user_id = s.user_id and f.verified_at is not null);

alter table email_changes add column suspect_since timestamptz;
comment on column email_changes.suspect_since is
    'Factors and identities from then on are removed if the address is put back; null means 30 days before the request.';

alter table outbox
    add column items text[] not null default '{}',
    drop constraint outbox_kind,
    add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
        'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
        'session_replaced', 'change_email_old', 'change_email_new', 'change_email_taken', 'email_changed',
        'email_restored', 'account_restored', 'factor_added', 'factor_removed', 'recovery_code_used',
        'identities_changed', 'application_submitted', 'application_approved', 'application_rejected',
        'template_test'));
comment on column outbox.items is 'What the mail lists.';

update one_time_tokens t set used_at = c.updated_at
from profiles p join credentials c on c.user_id = p.user_id
where lower(t.email) = lower(p.email) and t.purpose in ('recovery', 'recovery_grant', 'sign_in_code')
  and t.used_at is null and t.created_at < c.updated_at;
delete from factor_challenges f using credentials c where c.user_id = f.user_id and f.created_at < c.updated_at;
