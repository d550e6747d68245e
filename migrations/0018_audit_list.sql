-- Filters of the administrators' list of audit entries; the actor has an index already.

create index audit_events_action_idx on audit_events (action, at desc, id desc);
create index audit_events_target_id_idx on audit_events (target_id, at desc, id desc);
