-- The users' list is searched by words and sorted by name like the review list (migration 0053), and is read from one table
-- in every order. The previous release keeps profiles.search_text, and the trigger fills the time that it does not write.

alter table profiles add column user_created_at timestamptz;
update profiles p set user_created_at = u.created_at from users u where u.id = p.user_id;
alter table profiles
    alter column user_created_at set not null,
    add column last_key text collate "C" generated always as (left(folded_words(last_name), 100)) stored,
    add column first_key text collate "C" generated always as (left(folded_words(first_name), 100)) stored,
    add column search_words text generated always as (
        application_words(first_name, last_name, email, null, null, null, null, null)
    ) stored;
comment on column profiles.user_created_at is 'A copy of users.created_at, which never changes.';

create function profiles_created_at() returns trigger language plpgsql as $$
begin
    if new.user_created_at is null then
        new.user_created_at := (select u.created_at from users u where u.id = new.user_id);
    end if;
    return new;
end
$$;
create trigger profiles_created_at before insert on profiles
    for each row execute function profiles_created_at();

create index profiles_created_at_idx on profiles (user_created_at, user_id);
create index profiles_names_idx on profiles (last_key, first_key, user_id);
create index profiles_words_idx on profiles using gin (search_words gin_trgm_ops) with (gin_pending_list_limit = 64);
create index user_roles_users_idx on user_roles (role, user_id);
alter table profiles alter column search_words set statistics 200;
analyze profiles;
