-- When a session was last used, for the list of one's own sessions.

alter table sessions add column last_used_at timestamptz;
update sessions set last_used_at = rotated_at;
alter table sessions alter column last_used_at set not null;
comment on column sessions.last_used_at is
    'Written at sign-in, at each refresh and at the first request after either: exact to 15 minutes.';
