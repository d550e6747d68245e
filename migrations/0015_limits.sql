-- Token buckets against guessing and flooding, and the networks from which the owner of an address signs in. The keys
-- are MACs under a secret outside the database: no address, network or user can be read from them.

-- Unlogged: a taken token need not survive a crash, and a refused guess should not cost a flush of the log.
create unlogged table rate_limits (
    key     bytea       primary key constraint rate_limits_key_length check (octet_length(key) = 32),
    full_at timestamptz not null
);
comment on column rate_limits.full_at is 'When the bucket is full again; the row means nothing afterwards.';
create index rate_limits_full_idx on rate_limits (full_at);

create table known_networks (
    key   bytea       primary key constraint known_networks_key_length check (octet_length(key) = 32),
    until timestamptz not null
);
comment on table known_networks is 'Pairs of address and network with a sign-in in the last 90 days.';
create index known_networks_until_idx on known_networks (until);
