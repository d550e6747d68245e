-- A notice may tell of several acts: one of a kind leaves in ten minutes.

alter table outbox add column occasions integer not null default 1;
comment on column outbox.occasions is 'The number of acts that a notice tells of; an older program tells of the first alone.';

-- What the next mail host has said lately, to all workers: one row, once it refused something. Sending pauses while it
-- refuses all mail.

create table mail_host (
    id           boolean     primary key default true constraint mail_host_one check (id),
    refusals     integer     not null default 0 constraint mail_host_refusals check (refusals >= 0),
    paused_until timestamptz,
    refused_at   timestamptz,
    words        text        constraint mail_host_words_length check (char_length(words) <= 500)
);
