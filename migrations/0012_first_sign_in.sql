-- The pages welcome a new user once. An older program opens sessions that are no first ones.
alter table sessions add column is_first boolean not null default false;
comment on column sessions.is_first is
    'Opened by the first sign-in of the account. users.last_sign_in_at does not tell it afterwards.';
