-- Responses of idempotent requests, also of clients without an account. The id is a MAC of sender, operation and key, and
-- the fingerprint a MAC of the request, because a request may contain a password.

create table idempotent_requests (
    id              bytea       primary key constraint idempotent_requests_id_length check (octet_length(id) = 32),
    user_id         uuid        references users (id) on delete cascade,
    subject_id      uuid        references users (id) on delete cascade,
    fingerprint     bytea       not null constraint idempotent_requests_fingerprint_length check (octet_length(fingerprint) = 32),
    response_status integer     not null,
    response_body   text        not null,
    expires_at      timestamptz not null
);
comment on table idempotent_requests is 'Responses of acts whose request may come again; written in the transaction of the act.';
comment on column idempotent_requests.user_id is 'The sender, unless it has no account.';
comment on column idempotent_requests.subject_id is 'The user whose data the response contains, if that is not the sender.';
create index idempotent_requests_expires_idx on idempotent_requests (expires_at);
create index idempotent_requests_user_idx on idempotent_requests (user_id) where user_id is not null;
create index idempotent_requests_subject_idx on idempotent_requests (subject_id) where subject_id is not null;
