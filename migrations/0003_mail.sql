-- Stored templates and the outbox.

create table email_templates (
    template_name text        primary key,
    subject       text        not null constraint email_templates_subject_length check (char_length(subject) between 1 and 200),
    html_content  text        not null
        constraint email_templates_html_content_length check (char_length(html_content) between 1 and 50000),
    version       integer     not null default 1,
    updated_at    timestamptz not null default now()
);
comment on table email_templates is 'Placeholders: {{first_name}} and {{last_name}}, plain substitution.';

insert into email_templates (template_name, subject, html_content) values
('application_submitted',
 'We received your Educators Forum application, {{first_name}}',
 '<p>Dear {{first_name}} {{last_name}},</p>
<p>Thank you for applying to join the Educators Forum. Your application has reached us and is waiting for review.</p>
<p>A person reads every application. You will hear from us by e-mail as soon as a decision is made; there is nothing more you need to do.</p>
<p>With gratitude for the work you do every day,<br>The Educators Forum team</p>'),
('application_approved',
 'Welcome to the Educators Forum, {{first_name}}',
 '<p>Dear {{first_name}} {{last_name}},</p>
<p>We are glad to tell you that your application has been approved. You are now a member of the Educators Forum.</p>
<p>Your place among the teachers whose experience shapes our reports, policy briefs and reform tools begins today. Sign in at any time to see what is open to members.</p>
<p>Welcome,<br>The Educators Forum team</p>'),
('application_rejected',
 'About your Educators Forum application',
 '<p>Dear {{first_name}} {{last_name}},</p>
<p>Thank you for applying to join the Educators Forum and for the time you took to tell us about your work.</p>
<p>We are not able to approve your application this time. Places are limited, and this says nothing about your teaching. You are welcome to apply again whenever you wish.</p>
<p>With respect,<br>The Educators Forum team</p>');

create table outbox (
    id           uuid        primary key,
    message_id   text        not null constraint outbox_message_id_key unique,
    kind         text        not null
        constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
            'application_submitted', 'application_approved', 'application_rejected')),
    to_email     text        not null constraint outbox_to_email_length check (char_length(to_email) between 3 and 254),
    first_name   text        not null constraint outbox_first_name_length check (char_length(first_name) <= 100),
    last_name    text        not null constraint outbox_last_name_length check (char_length(last_name) <= 100),
    token_id     uuid        references one_time_tokens (id) on delete set null,
    queued_at    timestamptz not null,
    state        text        not null default 'queued' constraint outbox_state check (state in ('queued', 'sent', 'failed')),
    attempts     integer     not null default 0,
    due_at       timestamptz not null,
    lease        uuid,
    leased_until timestamptz,
    last_error   text,
    sent_at      timestamptz
);
comment on table outbox is
    'Mails written in the transaction of the act that causes them. Rows hold ids only: links are derived when a mail is sent.';
create index outbox_due_idx on outbox (due_at) where state = 'queued';

-- The worker listens: a mail leaves right after the commit that queued it.
create function outbox_wake() returns trigger language plpgsql as $$
begin
    perform pg_notify('outbox', '');
    return null;
end
$$;
create trigger outbox_wakes_worker after insert on outbox for each statement execute function outbox_wake();
