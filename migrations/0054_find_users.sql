-- The users' list is searched by words and sorted by name like the review list (migration 0053). The previous release
-- keeps profiles.search_text.

alter table profiles
    add column last_key text collate "C" not null generated always as (left(folded_words(last_name), 100)) stored,
    add column first_key text collate "C" not null generated always as (left(folded_words(first_name), 100)) stored,
    add column search_words text not null generated always as (
        application_words(first_name, last_name, email, null, null, null, null, null)
    ) stored;
create index profiles_names_idx on profiles (last_key, first_key, user_id);
create index profiles_words_idx on profiles using gin (search_words gin_trgm_ops) with (gin_pending_list_limit = 64);
create index user_roles_users_idx on user_roles (role, user_id);
alter table profiles alter column search_words set statistics 200;
analyze profiles;
