-- references: every foreign key refers to an existing row
-- rows without a target are never shown or removed, and a restore of this database fails
select string_agg(format(
    'select %L || c.ctid from %s c where %s and not exists (select from %s p where %s)',
    k.conname || ' ', k.conrelid::regclass, columns.given, k.confrelid::regclass, columns.meets), ' union all ')
from pg_constraint k
cross join lateral (
    select string_agg(format('c.%I is not null', own.attname), ' and ') as given,
           string_agg(format('p.%I = c.%I', target.attname, own.attname), ' and ') as meets
    from unnest(k.conkey, k.confkey) as pair (own, target)
    join pg_attribute own on own.attrelid = k.conrelid and own.attnum = pair.own
    join pg_attribute target on target.attrelid = k.confrelid and target.attnum = pair.target
) columns
where k.contype = 'f' and k.connamespace = current_schema()::regnamespace

-- checks: every row satisfies the checks of its table
-- the program may be unable to read such a row
select string_agg(format('select %L || ctid from %s where not (%s)',
    conname || ' ', conrelid::regclass, pg_get_expr(conbin, conrelid)), ' union all ')
from pg_constraint
where contype = 'c' and conrelid <> 0 and connamespace = current_schema()::regnamespace

-- keys: no key occurs twice: addresses, message ids, pending applications of a user
-- only one of the two is found; remove the other and rebuild the index (`reindex`)
select string_agg(format(
    'select %L || min(ctid) || '' '' || max(ctid) from %s where %s%s group by %s having count(*) > 1',
    i.indexrelid::regclass || ' ', i.indrelid::regclass, keys.given,
    ' and (' || pg_get_expr(i.indpred, i.indrelid) || ')', keys.list), ' union all ')
from pg_index i
join pg_class on pg_class.oid = i.indrelid
cross join lateral (
    select string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ') as list,
           string_agg(format('(%s) is not null', pg_get_indexdef(i.indexrelid, n, true)), ' and ') as given
    from generate_series(1, i.indnkeyatts::integer) n
) keys
where i.indisunique and relnamespace = current_schema()::regnamespace
