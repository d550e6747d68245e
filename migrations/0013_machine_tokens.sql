-- Tokens of machines, made on the command line. Rows stay after they are revoked, because the audit log names them.

create table machine_tokens (
    id         uuid        primary key,
    name       text        not null constraint machine_tokens_name check (name ~ '^[a-z0-9-]{1,40}$'),
    scope      text        not null constraint machine_tokens_scope check (scope in ('read', 'export')),
    hash       bytea       not null constraint machine_tokens_hash_length check (octet_length(hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
);
comment on column machine_tokens.hash is 'SHA-256 of the token, which has 244 random bits.';
create unique index machine_tokens_hash_key on machine_tokens (hash);
create unique index machine_tokens_name_key on machine_tokens (name) where revoked_at is null;

-- Like lock_actor, for acts that only read: a token that is not revoked may do them too. Whoever revokes it waits until the
-- read is recorded.
create function lock_reader(actor uuid) returns table (roles text[], disabled_at timestamptz, is_machine boolean)
language plpgsql as $$
begin
    perform from machine_tokens t where t.id = actor and t.revoked_at is null for share;
    if found then
        return query select '{}'::text[], null::timestamptz, true;
    else
        return query select a.roles, a.disabled_at, false from lock_actor(actor) a;
    end if;
end
$$;
