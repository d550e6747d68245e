-- Stored templates and their versions, the outbox, and the state of the next mail host.

create table email_templates (
    template_name text        primary key,
    -- The audit log refers to everything by an id.
    id            uuid        not null default gen_random_uuid() constraint email_templates_id_key unique,
    subject       text        not null constraint email_templates_subject_length check (char_length(subject) between 1 and 200),
    html_content  text        not null
        constraint email_templates_html_content_length check (char_length(html_content) between 1 and 50000),
    version       integer     not null default 1,
    updated_at    timestamptz not null default now()
);
comment on table email_templates is 'Placeholders: {{first_name}} and {{last_name}}, plain substitution.';

create table email_template_versions (
    template_name text        not null references email_templates (template_name),
    version       integer     not null,
    subject       text        not null,
    html_content  text        not null,
    edited_at     timestamptz not null,
    edited_by     uuid,
    primary key (template_name, version)
);
comment on table email_template_versions is 'Every version of each template, the current one included. Rows are never changed.';
comment on column email_template_versions.edited_by is
    'Null for the template as shipped and for the command line. No foreign key: the account may have been deleted.';

insert into email_templates (template_name, subject, html_content) values
('application_submitted',
 'We received your Educators Forum application, {{first_name}}',
 '<h1>We have your application</h1>
<p>Dear {{first_name}} {{last_name}},</p>
<p>Thank you for applying for membership of the Educators Forum. Your application has reached us and is waiting for review.</p>
<p>A person reads every application. We will write to you as soon as a decision is made; there is nothing more you need to do.</p>
<p>With gratitude for the work you do every day,<br>the Educators Forum team</p>'),
('application_approved',
 'Welcome to the Educators Forum, {{first_name}}: your application is approved',
 '<h1>Your application is approved</h1>
<p>Dear {{first_name}} {{last_name}},</p>
<p>We are glad to tell you that your application has been approved. You are now a member of the Educators Forum.</p>
<p>You join the teachers whose experience shapes our reports, policy briefs and reform tools. Our site describes what happens at a forum and who may attend.</p>
<p><a href="/educators-forum">How our forums work</a></p>
<h2>What you can do now</h2>
<ul>
<li><a href="/auth">Sign in</a> with the address that this mail came to.</li>
<li>Look at your details under <a href="/account">Your Account</a>, and protect it with a second step if you like.</li>
</ul>
<p>Welcome,<br>the Educators Forum team</p>'),
('application_rejected',
 'About your Educators Forum application: not approved this time',
 '<h1>Not this time</h1>
<p>Dear {{first_name}} {{last_name}},</p>
<p>Thank you for applying for membership of the Educators Forum, and for the time you took to tell us about your work.</p>
<p>We are not able to approve your application this time. That is no reflection on your teaching, and you are welcome to apply again whenever you wish.</p>
<p><a href="/apply">Apply again</a></p>
<p>With respect,<br>the Educators Forum team</p>');
insert into email_template_versions (template_name, version, subject, html_content, edited_at)
select template_name, version, subject, html_content, updated_at from email_templates;

-- A preview has a page of its own for some minutes.
create table email_previews (
    id         uuid        primary key,
    html       text        not null,
    expires_at timestamptz not null
);
create index email_previews_expires_idx on email_previews (expires_at);

create table outbox (
    id             uuid        primary key,
    message_id     text        not null constraint outbox_message_id_key unique,
    kind           text        not null
        constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
            'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
            'session_replaced', 'change_email_old', 'change_email_new', 'change_email_taken', 'email_changed',
            'email_restored', 'account_restored', 'factor_added', 'factor_removed', 'recovery_code_used',
            'identities_changed', 'application_submitted', 'application_approved', 'application_rejected',
            'changes_requested', 'changes_reminder', 'template_test')),
    to_email       text        not null constraint outbox_to_email_length check (char_length(to_email) between 3 and 254),
    first_name     text        not null constraint outbox_first_name_length check (char_length(first_name) <= 100),
    last_name      text        not null constraint outbox_last_name_length check (char_length(last_name) <= 100),
    token_id       uuid        references one_time_tokens (id) on delete set null,
    application_id uuid        references applications (id) on delete set null,
    items          text[]      not null default '{}',
    occasions      integer     not null default 1,
    queued_at      timestamptz not null,
    state          text        not null default 'queued' constraint outbox_state check (state in ('queued', 'sent', 'failed')),
    attempts       integer     not null default 0,
    due_at         timestamptz not null,
    lease          uuid,
    leased_until   timestamptz,
    last_error     text,
    sent_at        timestamptz,
    traceparent    text        constraint outbox_traceparent_length check (char_length(traceparent) between 1 and 55)
);
comment on table outbox is
    'Mails written in the transaction of the act that causes them. Rows hold ids only: links are derived when a mail is sent.';
comment on column outbox.occasions is 'The number of acts that a notice tells of: one of a kind leaves in ten minutes.';
comment on column outbox.traceparent is
    'The span that queued the mail (W3C Trace Context), which sending it continues; null unless traces are sent. No rule reads it.';
-- No trigger notifies the worker: notifying inside a writing transaction makes PostgreSQL hold one lock of the whole server
-- from there until the commit is flushed, so that concurrent submissions commit one after the other. The process that queued
-- a mail wakes its own worker after the commit; others look into the outbox every second.
create index outbox_due_idx on outbox (due_at) where state = 'queued';
create index outbox_sent_idx on outbox (sent_at) where state = 'sent';
-- What was sent to a person, for the copy of their data and for deletion.
create index outbox_to_email_idx on outbox (lower(to_email));
create index outbox_token_idx on outbox (token_id) where token_id is not null;
create index outbox_application_idx on outbox (application_id) where application_id is not null;
-- Administrators read the log of mails newest first. Failed ones are few among many, and looked for most.
create index outbox_queued_idx on outbox (queued_at desc, id desc);
create index outbox_failed_idx on outbox (queued_at desc, id desc) where state = 'failed';

create table email_tests (
    mail_id      uuid primary key references outbox (id) on delete cascade,
    subject      text not null,
    html_content text not null
);

-- What the next mail host has said lately, to all workers: one row, once it refused something. Sending pauses while it
-- refuses all mail.
create table mail_host (
    id           boolean     primary key default true constraint mail_host_one check (id),
    refusals     integer     not null default 0 constraint mail_host_refusals check (refusals >= 0),
    paused_until timestamptz,
    refused_at   timestamptz,
    words        text        constraint mail_host_words_length check (char_length(words) <= 500)
);
