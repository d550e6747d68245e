-- An administrator can undo a decision before its mail is sent. The event of the decision says what to undo. The columns are
-- null for other events and for decisions of an older program, which cannot be undone.
alter table application_events
    add column mail_id       uuid,
    add column roles_granted text[],
    add column roles_revoked text[];
comment on column application_events.mail_id is 'The mail about the decision. Its row may have been deleted.';
comment on column application_events.roles_granted is 'The roles that the decision added; not those that the applicant had already.';
comment on column application_events.roles_revoked is 'The roles that the decision removed.';
