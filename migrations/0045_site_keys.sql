-- Which directory of keys belongs to this database: with another one, every link, session and authenticator app stops
-- working, and the site must not start.

create table site_keys (
    only_one     boolean     primary key default true
        constraint site_keys_only_one check (only_one),
    master_check bytea       not null
        constraint site_keys_master_check_length check (octet_length(master_check) = 32)
);
comment on table site_keys is
    'One row, once there are keys; none in a database that only programs before this migration have used.';
comment on column site_keys.master_check is
    'Derived from the master secret under a label of its own: whether a master secret is the right one can be told from it, and nothing else.';
