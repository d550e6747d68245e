-- Notifying inside a writing transaction makes PostgreSQL hold one lock of the whole server from there until the commit
-- is flushed, so that concurrent submissions commit one after the other. The process that queued a mail wakes its own
-- worker after the commit; others look into the outbox every second (an older program every two).
drop trigger outbox_wakes_worker on outbox;
drop function outbox_wake();

-- Every submission and decision wrote into this index too, and nothing reads it since 0018: ids of users and applications
-- never meet, so that the id alone finds the target.
drop index audit_events_target_idx;
