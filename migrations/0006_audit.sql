-- Who did what to whom. Rows are inserted in the transaction of the act and never changed.

create table audit_events (
    id          uuid        primary key,
    at          timestamptz not null,
    actor_id    uuid,
    action      text        not null,
    target_type text        not null,
    target_id   uuid        not null,
    detail      jsonb       not null default '{}'
);
create index audit_events_at_idx on audit_events (at desc, id desc);
create index audit_events_actor_idx on audit_events (actor_id, at desc, id desc) where actor_id is not null;
create index audit_events_action_idx on audit_events (action, at desc, id desc);
-- Ids of users and applications never meet, so that the id alone finds the target.
create index audit_events_target_id_idx on audit_events (target_id, at desc, id desc);

create function audit_events_are_final() returns trigger language plpgsql as $$
begin
    raise exception 'audit_events is insert-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_events_final before update or delete or truncate on audit_events
    for each statement execute function audit_events_are_final();
