-- The review list is searched by words and filtered by state, subject and date. Its order by name ignores accents. The
-- previous release keeps its columns, functions and indexes: application_list.search_text, folded and search_pattern,
-- application_list_search_idx and application_list_name_idx.

-- The words of a text, separated by single spaces. Letters with and without accents, composed and decomposed, in either
-- case are equal. Apostrophes are dropped, and other punctuation separates words. crates/domain/src/shared/words.rs has the
-- same rule for what is searched.
create function folded_words(value text) returns text language sql immutable strict parallel safe as $$
    select btrim(regexp_replace(
        replace(replace(replace(replace(
            translate(
                lower(normalize(regexp_replace(
                    normalize(translate(value, '''‘’‛ʹʻʼʽʾʿˈ′`´＇｀', ''), NFKD), '[\u0300-\u036f]', '', 'g'
                ), NFC)),
                'ıøłđðħŧς', 'iolddhtσ'
            ),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b9-\u02ff\u060c\u061b\u061f\u0964\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ufe00-\ufe6f\U0001F000-\U0001FAFF]+',
        ' ', 'g'
    ))
$$;

-- The words of a name, and the name as one word if it has several: Lee Ann is also found as Leeann. The functions from here
-- on are called for each row. PL/pgSQL keeps their plans. Those that call others keep the search path, because pg_restore has
-- an empty one when it computes generated columns.
create function name_words(value text) returns text language plpgsql immutable strict parallel safe
    set search_path from current as $$
declare
    words constant text := folded_words(value);
begin
    return case when words like '% %' then words || ' ' || replace(words, ' ', '') else words end;
end
$$;

-- The name of a US state or territory by its code, in lower case. Null for other codes.
create function us_state_name(code text) returns text language sql immutable strict parallel safe as $$
    select '{
        "al":"alabama", "ak":"alaska", "az":"arizona", "ar":"arkansas", "ca":"california", "co":"colorado",
        "ct":"connecticut", "de":"delaware", "fl":"florida", "ga":"georgia", "hi":"hawaii", "id":"idaho",
        "il":"illinois", "in":"indiana", "ia":"iowa", "ks":"kansas", "ky":"kentucky", "la":"louisiana",
        "me":"maine", "md":"maryland", "ma":"massachusetts", "mi":"michigan", "mn":"minnesota", "ms":"mississippi",
        "mo":"missouri", "mt":"montana", "ne":"nebraska", "nv":"nevada", "nh":"new hampshire", "nj":"new jersey",
        "nm":"new mexico", "ny":"new york", "nc":"north carolina", "nd":"north dakota", "oh":"ohio",
        "ok":"oklahoma", "or":"oregon", "pa":"pennsylvania", "ri":"rhode island", "sc":"south carolina",
        "sd":"south dakota", "tn":"tennessee", "tx":"texas", "ut":"utah", "vt":"vermont", "va":"virginia",
        "wa":"washington", "wv":"west virginia", "wi":"wisconsin", "wy":"wyoming", "dc":"district of columbia",
        "as":"american samoa", "gu":"guam", "mp":"northern mariana islands", "pr":"puerto rico",
        "vi":"us virgin islands"
    }'::jsonb ->> code
$$;

-- The code of a US state or territory from its name or code, in lower case. The words of any other text.
create function state_key(value text) returns text language plpgsql immutable strict parallel safe
    set search_path from current as $$
declare
    words  constant text := folded_words(value);
    joined constant text := replace(words, ' ', '');
begin
    return case when us_state_name(joined) is not null then joined else coalesce('{
        "alabama":"al", "alaska":"ak", "arizona":"az", "arkansas":"ar", "california":"ca", "colorado":"co",
        "connecticut":"ct", "delaware":"de", "florida":"fl", "georgia":"ga", "hawaii":"hi", "idaho":"id",
        "illinois":"il", "indiana":"in", "iowa":"ia", "kansas":"ks", "kentucky":"ky", "louisiana":"la",
        "maine":"me", "maryland":"md", "massachusetts":"ma", "michigan":"mi", "minnesota":"mn", "mississippi":"ms",
        "missouri":"mo", "montana":"mt", "nebraska":"ne", "nevada":"nv", "newhampshire":"nh", "newjersey":"nj",
        "newmexico":"nm", "newyork":"ny", "northcarolina":"nc", "northdakota":"nd", "ohio":"oh", "oklahoma":"ok",
        "oregon":"or", "pennsylvania":"pa", "rhodeisland":"ri", "southcarolina":"sc", "southdakota":"sd",
        "tennessee":"tn", "texas":"tx", "utah":"ut", "vermont":"vt", "virginia":"va", "washington":"wa",
        "westvirginia":"wv", "wisconsin":"wi", "wyoming":"wy", "districtofcolumbia":"dc", "americansamoa":"as",
        "guam":"gu", "northernmarianaislands":"mp", "puertorico":"pr", "usvirginislands":"vi", "washingtondc":"dc",
        "virginislands":"vi", "unitedstatesvirginislands":"vi", "usvi":"vi", "cnmi":"mp"
    }'::jsonb ->> joined, words) end;
end
$$;

-- The distinct words of all subjects.
create function subject_keys(subjects text[]) returns text[] language plpgsql immutable strict parallel safe
    set search_path from current as $$
begin
    return array(
        select distinct word from unnest(string_to_array(folded_words(array_to_string(subjects, ' ')), ' ')) word order by word
    );
end
$$;

-- What a search finds an application by. It begins with a space, as does each word. Chinese and Korean names are also
-- written as one word, the last name first.
create function application_words(
    first_name text, last_name text, email text, teaching_position text, school_district text, city text,
    state_key text, subject_keys text[]
) returns text language plpgsql immutable parallel safe
    set search_path from current as $$
begin
    return ' ' || concat_ws(' ',
        name_words(first_name), name_words(last_name),
        case when last_name || first_name ~ '^[\u2e80-\ud7ff\uf900-\ufaff]+$' then folded_words(last_name || first_name) end,
        folded_words(email), folded_words(teaching_position), folded_words(school_district), name_words(city),
        state_key, us_state_name(state_key), array_to_string(subject_keys, ' '));
end
$$;

-- Everything that the list is filtered and sorted by, so that reading it needs no other table.
alter table application_list
    add column status       text,
    add column submitted_at timestamptz,
    add column reviewed_at  timestamptz,
    add column city         text,
    add column state_key    text,
    add column subject_keys text[];
update application_list l
set status = a.status, submitted_at = a.submitted_at, reviewed_at = a.reviewed_at, city = a.city,
    state_key = state_key(a.state), subject_keys = subject_keys(a.subjects_taught)
from applications a where a.id = l.application_id;
alter table application_list
    alter column status set not null,
    alter column submitted_at set not null,
    alter column city set not null,
    alter column state_key set not null,
    alter column subject_keys set not null,
    -- Deleted accounts have no name and come first.
    add column last_key text collate "C" generated always as (coalesce(left(folded_words(last_name), 100), '')) stored,
    add column first_key text collate "C" generated always as (coalesce(left(folded_words(first_name), 100), '')) stored,
    add column search_words text generated always as (
        application_words(first_name, last_name, email, teaching_position, school_district, city, state_key, subject_keys)
    ) stored;
comment on column application_list.state_key is 'The code of a US state or territory in lower case, or the words of another text.';
comment on column application_list.subject_keys is 'The distinct words of all subjects.';

-- Rows that a page by offset skips are read only in the index, which therefore includes what the expression is made of.
drop index application_list_email_idx, application_list_position_idx;
create index application_list_email_idx on application_list (coalesce(lower(email), ''), application_id) include (email);
create index application_list_position_idx on application_list (lower(teaching_position), application_id)
    include (teaching_position);
create index application_list_names_idx on application_list (last_key, first_key, application_id);
create index application_list_submitted_idx on application_list (submitted_at, application_id);
create index application_list_status_idx on application_list (status, submitted_at, application_id);
create index application_list_state_idx on application_list (state_key, submitted_at, application_id);
create index application_list_words_idx on application_list using gin (search_words gin_trgm_ops, subject_keys)
    with (gin_pending_list_limit = 64);

-- Since migration 0019, with the new columns.
create or replace function application_list_refresh(applicant uuid) returns void language plpgsql as $$
begin
    perform from application_list l join applications a on a.id = l.application_id
    where a.user_id = applicant order by l.application_id for no key update of l;
    update application_list l
    set first_name = p.first_name, last_name = p.last_name, email = p.email,
        teaching_position = a.teaching_position, school_district = a.school_district, status = a.status,
        submitted_at = a.submitted_at, reviewed_at = a.reviewed_at, city = a.city, state_key = state_key(a.state),
        subject_keys = subject_keys(a.subjects_taught)
    from applications a left join profiles p on p.user_id = a.user_id
    where a.user_id = applicant and l.application_id = a.id;
end
$$;

create or replace function application_list_add() returns trigger language plpgsql as $$
begin
    with people as materialized (
        select p.user_id, p.first_name, p.last_name, p.email from profiles p
        where p.user_id in (select n.user_id from new_applications n) for share
    )
    insert into application_list (application_id, first_name, last_name, email, teaching_position, school_district,
        status, submitted_at, reviewed_at, city, state_key, subject_keys)
    select n.id, p.first_name, p.last_name, p.email, n.teaching_position, n.school_district,
           n.status, n.submitted_at, n.reviewed_at, n.city, state_key(n.state), subject_keys(n.subjects_taught)
    from new_applications n left join people p on p.user_id = n.user_id;
    return null;
end
$$;

drop trigger application_list_follow on applications;
create trigger application_list_follow
    after update of user_id, teaching_position, school_district, submitted_at, city, state, subjects_taught on applications
    for each row execute function application_list_follow();

-- A decision changes only these two columns, which no other row depends on.
create function application_list_decide() returns trigger language plpgsql as $$
begin
    update application_list set status = new.status, reviewed_at = new.reviewed_at where application_id = new.id;
    return null;
end
$$;
create trigger application_list_decide after update of status, reviewed_at on applications
    for each row when (old.status is distinct from new.status or old.reviewed_at is distinct from new.reviewed_at)
    execute function application_list_decide();

-- The number of applications by state and status, like application_count_changes of migration 0020.
create table application_state_changes (
    state  text   not null,
    status text   not null,
    delta  bigint not null
);
comment on table application_state_changes is
    'The sum of delta is the number of applications from that state with that status. Written by triggers of applications.';
comment on column application_state_changes.state is 'The code of a US state or territory, empty for other texts.';

create function known_state(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
    key constant text := state_key(value);
begin
    return case when us_state_name(key) is null then '' else key end;
end
$$;

create function application_states_follow() returns trigger language plpgsql as $$
begin
    case tg_op
        when 'INSERT' then
            insert into application_state_changes (state, status, delta)
            select known_state(n.state), n.status, count(*) from new_applications n group by 1, 2;
        when 'DELETE' then
            insert into application_state_changes (state, status, delta)
            select known_state(o.state), o.status, -count(*) from old_applications o group by 1, 2;
        when 'UPDATE' then
            insert into application_state_changes (state, status, delta)
            select c.state, c.status, sum(c.delta)
            from (select known_state(n.state) as state, n.status, 1 as delta from new_applications n
                  union all
                  select known_state(o.state), o.status, -1 from old_applications o) c
            group by 1, 2 having sum(c.delta) <> 0;
        when 'TRUNCATE' then
            delete from application_state_changes;
    end case;
    return null;
end
$$;

create trigger application_states_insert after insert on applications
    referencing new table as new_applications
    for each statement execute function application_states_follow();
create trigger application_states_update after update on applications
    referencing old table as old_applications new table as new_applications
    for each statement execute function application_states_follow();
create trigger application_states_delete after delete on applications
    referencing old table as old_applications
    for each statement execute function application_states_follow();
create trigger application_states_truncate after truncate on applications
    for each statement execute function application_states_follow();

insert into application_state_changes (state, status, delta)
select case when us_state_name(state_key) is null then '' else state_key end, status, count(*)
from application_list group by 1, 2;

alter table application_list alter column search_words set statistics 200;
analyze application_list;
