-- Messages of the contact form.

create table contact_messages (
    id           uuid        primary key,
    full_name    text        not null constraint contact_messages_full_name_length check (char_length(full_name) between 1 and 100),
    email        text        not null constraint contact_messages_email_length check (char_length(email) between 3 and 254),
    phone        text        constraint contact_messages_phone_length check (char_length(phone) between 1 and 40),
    subject      text        not null
        constraint contact_messages_subject check (subject in ('forum-application', 'university-partnerships',
            'media-request', 'press-speaking', 'general-question')),
    text         text        not null constraint contact_messages_text_length check (char_length(text) between 1 and 5000),
    is_teacher   boolean     not null,
    received_at  timestamptz not null,
    state        text        not null
        constraint contact_messages_state check (state in ('new', 'answered', 'spam')),
    mail_id      uuid        constraint contact_messages_mail_id_key unique,
    owner_id     uuid,
    handled_by   uuid,
    handled_at   timestamptz,
    search_words text        not null generated always as
        (' ' || name_words(full_name) || ' ' || folded_words(email) || ' ' || folded_words(text)) stored,
    constraint contact_messages_mail check (mail_id is not null or state = 'spam'),
    constraint contact_messages_handled check ((handled_by is null) = (handled_at is null))
);
comment on column contact_messages.mail_id is
    'The mail to the department, which reads the message when it is sent. Null until an administrator says that it is no spam.';
comment on column contact_messages.handled_by is 'Who last changed the state; null as long as nobody has.';
create index contact_messages_received_idx on contact_messages (received_at, id);
create index contact_messages_state_idx on contact_messages (state, received_at, id);
-- What a person wrote, for the copy of their data and for deletion.
create index contact_messages_email_idx on contact_messages (lower(email));
create index contact_messages_words_idx on contact_messages using gin (search_words gin_trgm_ops);

alter table outbox
    drop constraint outbox_kind,
    add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
        'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
        'session_replaced', 'change_email_old', 'change_email_new', 'change_email_taken', 'email_changed',
        'email_restored', 'account_restored', 'factor_added', 'factor_removed', 'recovery_code_used',
        'identities_changed', 'application_submitted', 'application_approved', 'application_rejected',
        'changes_requested', 'changes_reminder', 'template_test', 'contact_message'));
