-- The mail about an act of an administrator on an account. Whatever other kinds there are stay.
do $$
declare
    kinds text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'outbox_kind');
begin
    alter table outbox drop constraint outbox_kind;
    execute 'alter table outbox add constraint outbox_kind '
        || replace(kinds, 'ARRAY[', 'ARRAY[''account_changed''::text, ');
end
$$;
