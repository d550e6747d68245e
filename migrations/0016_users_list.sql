-- When a user last signed in, for the administrators' list of users.

alter table users add column last_sign_in_at timestamptz;
update users u set last_sign_in_at = (select max(s.created_at) from sessions s where s.user_id = u.id);
comment on column users.last_sign_in_at is 'Written when a session is opened; null for users who never signed in.';
create index users_created_at_idx on users (created_at desc, id desc);
