-- Photos of applicants. The files lie in the file store under `key`; a row is written before its file and taken
-- away after it.

create table headshots (
    id           uuid        primary key,
    user_id      uuid        not null references users (id) on delete cascade,
    key          text        not null constraint headshots_key_key unique,
    content_type text        not null
        constraint headshots_content_type check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
    width        integer     not null constraint headshots_width_range check (width between 1 and 1024),
    height       integer     not null constraint headshots_height_range check (height between 1 and 1024),
    bytes        bigint      not null constraint headshots_bytes_range check (bytes > 0),
    state        text        not null constraint headshots_state check (state in ('uploading', 'stored', 'removing')),
    created_at   timestamptz not null,
    changed_at   timestamptz not null,
    constraint headshots_key_owner check (starts_with(key, user_id::text || '/headshot-'))
);
comment on table headshots is
    'uploading: the file is being written. stored: it is there. removing: it is being removed. The sweep ends what was cut off.';
create index headshots_user_idx on headshots (user_id);
create index headshots_unsettled_idx on headshots (changed_at) where state <> 'stored';

-- A photo that an application shows cannot go before the application does.
alter table applications
    add column headshot_id uuid references headshots (id),
    add constraint applications_headshot check ((headshot_id is null) = (headshot_url is null));
create index applications_headshot_idx on applications (headshot_id) where headshot_id is not null;
