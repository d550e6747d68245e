-- What searches and lists by name take to be equal, and the words by which they find rows. Generated columns and triggers
-- of the other tables call these functions.

create extension if not exists pg_trgm;

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

-- The words of a name, and the name as one word if it has several: Lee Ann is also found as Leeann. From here on,
-- functions are called for each row: PL/pgSQL keeps their plans. Those that call others keep the search path, because
-- pg_restore has an empty one when it computes generated columns.
create function name_words(value text) returns text language plpgsql immutable strict parallel safe
    set search_path from current as $$
declare
    words constant text := folded_words(value);
begin
    return case when words like '% %' then words || ' ' || replace(words, ' ', '') else words end;
end
$$;

-- The name of a US state or territory, or of a postal code for members of the armed forces abroad, by the code in lower
-- case. Null for other codes.
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
        "vi":"us virgin islands", "aa":"armed forces americas", "ae":"armed forces europe", "ap":"armed forces pacific"
    }'::jsonb ->> code
$$;

-- The code of a state, in lower case, from its name, its code or an abbreviation that is older than the postal codes. The
-- words of any other text.
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
        "virginislands":"vi", "unitedstatesvirginislands":"vi", "usvi":"vi", "cnmi":"mp",
        "armedforcesamericas":"aa", "armedforceseurope":"ae", "armedforcespacific":"ap",
        "ala":"al", "ariz":"az", "ark":"ar", "cal":"ca", "calif":"ca", "colo":"co", "conn":"ct", "del":"de", "fla":"fl",
        "ida":"id", "ill":"il", "ind":"in", "kan":"ks", "kans":"ks", "mass":"ma", "mich":"mi", "minn":"mn", "miss":"ms",
        "mont":"mt", "neb":"ne", "nebr":"ne", "nev":"nv", "nmex":"nm", "ndak":"nd", "okla":"ok", "ore":"or", "oreg":"or",
        "penn":"pa", "penna":"pa", "sdak":"sd", "tenn":"tn", "tex":"tx", "wash":"wa", "wva":"wv", "wis":"wi", "wisc":"wi",
        "wyo":"wy"
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
