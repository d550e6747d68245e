-- Responses to repeated requests, limits, and the keys of the site.

-- Also for clients without an account. The id is a MAC of sender, operation and key, and the fingerprint a MAC of the
-- request, because a request may contain a password. A response about an application ends with it.
create table idempotent_requests (
    id              bytea       primary key constraint idempotent_requests_id_length check (octet_length(id) = 32),
    user_id         uuid        references users (id) on delete cascade,
    subject_id      uuid        references users (id) on delete cascade,
    application_id  uuid        references applications (id) on delete cascade,
    fingerprint     bytea       not null constraint idempotent_requests_fingerprint_length check (octet_length(fingerprint) = 32),
    response_status integer     not null,
    response_body   text        not null,
    expires_at      timestamptz not null
);
comment on column idempotent_requests.subject_id is 'The applicant whose data the response contains.';
create index idempotent_requests_expires_idx on idempotent_requests (expires_at);
create index idempotent_requests_user_idx on idempotent_requests (user_id) where user_id is not null;
create index idempotent_requests_subject_idx on idempotent_requests (subject_id) where subject_id is not null;
create index idempotent_requests_application_idx on idempotent_requests (application_id) where application_id is not null;

-- Token buckets against guessing and flooding. The keys are MACs under a secret outside the database: no address, network or
-- user can be read from them. Unlogged: a taken token need not survive a crash, and a refused guess should not cost a flush
-- of the log.
create unlogged table rate_limits (
    key     bytea       primary key constraint rate_limits_key_length check (octet_length(key) = 32),
    full_at timestamptz not null
);
comment on column rate_limits.full_at is 'When the bucket is full again; the row means nothing afterwards.';
create index rate_limits_full_idx on rate_limits (full_at);

-- Which directory of keys belongs to this database: with another one, every link, session and authenticator app stops
-- working, and the site must not start.
create table site_keys (
    only_one     boolean     primary key default true
        constraint site_keys_only_one check (only_one),
    master_check bytea       not null
        constraint site_keys_master_check_length check (octet_length(master_check) = 32)
);
comment on column site_keys.master_check is
    'Derived from the master secret under a label of its own: whether a master secret is the right one can be told from it, and nothing else.';
