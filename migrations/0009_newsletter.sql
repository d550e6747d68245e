-- Subscriptions to the newsletter, one row for each address. Links are derived from the id.

create table newsletter_subscribers (
    id              uuid        primary key,
    email           text        not null
        constraint newsletter_subscribers_email_length check (char_length(email) between 3 and 254),
    first_name      text        constraint newsletter_subscribers_first_name_length check (char_length(first_name) between 1 and 100),
    is_educator     boolean     not null,
    form            text        not null constraint newsletter_subscribers_form check (form in ('home', 'blog')),
    consent_version integer     not null,
    consent         text        not null,
    requested_at    timestamptz,
    subscribed_at   timestamptz,
    unsubscribed_at timestamptz
        constraint newsletter_subscribers_unsubscribed check (unsubscribed_at is null or subscribed_at is not null),
    state           text        not null generated always as (
        case when unsubscribed_at is not null then 'unsubscribed' when subscribed_at is not null then 'subscribed'
             else 'pending' end
    ) stored,
    -- Null is impossible: a row begins with a request.
    since           timestamptz not null generated always as (coalesce(unsubscribed_at, subscribed_at, requested_at)) stored,
    search_words    text generated always as (
        application_words(coalesce(first_name, ''), '', email, null, null, null, null, null)
    ) stored
);
comment on column newsletter_subscribers.consent is 'The sentence shown in the form of the last request.';
comment on column newsletter_subscribers.requested_at is
    'When the last confirmation link was requested. Null after the end of a subscription, so that older links do not work.';
create unique index newsletter_subscribers_email_key on newsletter_subscribers (lower(email));
create index newsletter_subscribers_since_idx on newsletter_subscribers (since, id);
create index newsletter_subscribers_pending_idx on newsletter_subscribers (requested_at) where state = 'pending';

do $$
declare
    kinds text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'outbox_kind');
begin
    alter table outbox drop constraint outbox_kind;
    execute 'alter table outbox add constraint outbox_kind '
        || replace(kinds, 'ARRAY[', 'ARRAY[''newsletter_confirm''::text, ''newsletter_subscribed''::text, ');
end
$$;
