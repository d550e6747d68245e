-- Invitations of administrators. The link of the mail is a one-time token.

-- Whatever other purposes and kinds there are stay.
do $$
declare
    purposes text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'one_time_tokens_purpose');
begin
    alter table one_time_tokens drop constraint one_time_tokens_purpose;
    execute 'alter table one_time_tokens add constraint one_time_tokens_purpose '
        || replace(purposes, 'ARRAY[', 'ARRAY[''admin_invitation''::text, ');
end
$$;

create table admin_invitations (
    token_id   uuid primary key references one_time_tokens (id) on delete cascade,
    invited_by uuid not null references users (id) on delete cascade
);
comment on table admin_invitations is 'Void once invited_by is no administrator.';
create index admin_invitations_invited_by_idx on admin_invitations (invited_by);

do $$
declare
    kinds text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'outbox_kind');
begin
    alter table outbox drop constraint outbox_kind;
    execute 'alter table outbox add constraint outbox_kind '
        || replace(kinds, 'ARRAY[', 'ARRAY[''admin_invitation''::text, ');
end
$$;
