-- Administrators read the log of mails newest first. Failed ones are few among many, and looked for most.

create index outbox_queued_idx on outbox (queued_at desc, id desc);
create index outbox_failed_idx on outbox (queued_at desc, id desc) where state = 'failed';
