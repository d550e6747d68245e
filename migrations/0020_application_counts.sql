-- The number of applications by status, without counting them: whoever changes it appends by how much, so that writers
-- never wait for each other, and readers add up a few rows. Housekeeping replaces them by their sums.

create table application_count_changes (
    status text   not null,
    delta  bigint not null
);
comment on table application_count_changes is
    'The sum of delta is the number of applications with that status. Written by triggers of applications.';

create function application_counts_follow() returns trigger language plpgsql as $$
begin
    case tg_op
        when 'INSERT' then
            insert into application_count_changes (status, delta)
            select n.status, count(*) from new_applications n group by n.status;
        when 'DELETE' then
            insert into application_count_changes (status, delta)
            select o.status, -count(*) from old_applications o group by o.status;
        when 'UPDATE' then
            insert into application_count_changes (status, delta)
            select c.status, sum(c.delta)
            from (select n.status, 1 as delta from new_applications n
                  union all
                  select o.status, -1 from old_applications o) c
            group by c.status having sum(c.delta) <> 0;
        when 'TRUNCATE' then
            delete from application_count_changes;
    end case;
    return null;
end
$$;

create trigger application_counts_insert after insert on applications
    referencing new table as new_applications
    for each statement execute function application_counts_follow();
create trigger application_counts_update after update on applications
    referencing old table as old_applications new table as new_applications
    for each statement execute function application_counts_follow();
create trigger application_counts_delete after delete on applications
    referencing old table as old_applications
    for each statement execute function application_counts_follow();
create trigger application_counts_truncate after truncate on applications
    for each statement execute function application_counts_follow();

insert into application_count_changes (status, delta) select status, count(*) from applications group by status;
