-- How the user of a session proved who they are ("amr", RFC 8176). Of sessions opened before, nobody knows.

alter table sessions
    add column proof_methods text[]        not null default '{}',
    add column proof_times   timestamptz[] not null default '{}',
    add constraint sessions_proofs check (cardinality(proof_methods) = cardinality(proof_times));
