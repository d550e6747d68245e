-- One rule for what the searches of the review list and of the users take to be equal, for what is stored and for what is
-- asked: letters with and without accents, composed and decomposed, in either case, and every kind of apostrophe.

-- Wide and other compatible forms become the plain ones, accents go, and what else was decomposed is composed again.
create function folded(value text) returns text language sql immutable parallel safe as $$
    select translate(
        lower(normalize(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'), NFC)),
        'ıøØłŁđĐς‘’ʼ', 'ioollddσ'''''''
    )
$$;

-- A text to search for, as a pattern of `like` in which its own signs stand for themselves.
create function search_pattern(query text) returns text language sql immutable parallel safe as $$
    select '%' || regexp_replace(folded(query), '([%_\\])', '\\\1', 'g') || '%'
$$;

-- A text to search for holds no line break, so no match spans two of these.
alter table profiles add column search_text text
    generated always as (folded(first_name || ' ' || last_name || E'\n' || email)) stored;
comment on column profiles.search_text is 'What the list of users is searched for.';

-- The column of migration 0019 with the new rule. The program of the release before goes on searching it, and until it is
-- replaced finds nothing for a query with accents.
alter table application_list drop column search_text;
alter table application_list add column search_text text generated always as (
    folded(coalesce(first_name || ' ' || last_name || E'\n' || email || E'\n', '')
        || teaching_position || E'\n' || school_district)
) stored;
create index application_list_search_idx on application_list using gin (search_text gin_trgm_ops)
    with (gin_pending_list_limit = 64);
alter table application_list alter column search_text set statistics 1000;
analyze application_list;
