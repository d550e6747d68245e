-- Housekeeping removes old rows oldest first: an index for each order in which it reads. And the foreign keys that
-- had none, where removing what they point at would read the whole table.

create index pending_registrations_created_idx on pending_registrations (created_at);
create index outbox_sent_idx on outbox (sent_at) where state = 'sent';
create index sessions_ended_idx on sessions (least(revoked_at, expires_at));
create index one_time_tokens_ended_idx on one_time_tokens (least(used_at, expires_at));

create index outbox_token_idx on outbox (token_id) where token_id is not null;
create index applications_decided_by_idx on applications (decided_by) where decided_by is not null;
