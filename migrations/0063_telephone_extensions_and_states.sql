-- The digits of a telephone number, without an extension and the country code 1.
create or replace function phone_digits(phone text) returns text language sql immutable parallel safe as $$
    select regexp_replace(
        regexp_replace(regexp_replace(phone, '(x|ext|extn|extension|#)[.:= ]*[0-9]{1,6} *$', '', 'i'), '[^0-9]', '', 'g'),
        '^1(?=[0-9]{10}$)', '')
$$;
reindex index applications_phone_idx;

-- The postal codes for members of the armed forces abroad are known too.
alter function us_state_name(text) rename to us_state_or_territory_name;
create function us_state_name(code text) returns text language plpgsql immutable strict parallel safe
    set search_path from current as $$
begin
    return case code when 'aa' then 'armed forces americas' when 'ae' then 'armed forces europe'
                     when 'ap' then 'armed forces pacific' else us_state_or_territory_name(code) end;
end
$$;

-- And so are abbreviations that are older than the postal codes.
alter function state_key(text) rename to state_key_without_abbreviations;
create function state_key(value text) returns text language plpgsql immutable strict parallel safe
    set search_path from current as $$
declare
    key constant text := state_key_without_abbreviations(value);
begin
    return coalesce('{
        "ala":"al", "ariz":"az", "ark":"ar", "cal":"ca", "calif":"ca", "colo":"co", "conn":"ct", "del":"de", "fla":"fl",
        "ida":"id", "ill":"il", "ind":"in", "kan":"ks", "kans":"ks", "mass":"ma", "mich":"mi", "minn":"mn", "miss":"ms",
        "mont":"mt", "neb":"ne", "nebr":"ne", "nev":"nv", "nmex":"nm", "ndak":"nd", "okla":"ok", "ore":"or", "oreg":"or",
        "penn":"pa", "penna":"pa", "sdak":"sd", "tenn":"tn", "tex":"tx", "wash":"wa", "wva":"wv", "wis":"wi", "wisc":"wi",
        "wyo":"wy", "armedforcesamericas":"aa", "armedforceseurope":"ae", "armedforcespacific":"ap"
    }'::jsonb ->> replace(key, ' ', ''), key);
end
$$;

-- All states that are not known have a filter together.
create or replace function application_filters(subject_keys text[], status text, state_key text, has_notes boolean)
returns text[] language plpgsql immutable parallel safe set search_path from current as $$
begin
    return subject_keys || array['=' || status, '@' || state_key, case when has_notes then '+notes' else '-notes' end]
        || case when us_state_name(state_key) is null then array['@'] end;
end
$$;

-- Writes the generated search words of the newly known codes too.
update application_list l set state_key = state_key(a.state) from applications a
where a.id = l.application_id and (l.state_key <> state_key(a.state) or l.state_key in ('aa', 'ae', 'ap'));
reindex index application_list_filters_idx;
delete from application_state_changes;
insert into application_state_changes (state, status, delta)
select case when us_state_name(state_key) is null then '' else state_key end, status, count(*)
from application_list group by 1, 2;
