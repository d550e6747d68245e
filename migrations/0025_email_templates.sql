-- Editing of the stored templates: every version is kept, a test mail carries the texts that are not saved yet, and a
-- preview has a page of its own for some minutes.

-- The audit log refers to everything by an id.
alter table email_templates add column id uuid not null default gen_random_uuid()
    constraint email_templates_id_key unique;

-- Clearer subjects, headings, and a link. Only where the text is still the one that was shipped: nobody's words are lost.
update email_templates set
    subject = 'We received your Educators Forum application, {{first_name}}',
    html_content = '<h1>We have your application</h1>
<p>Dear {{first_name}} {{last_name}},</p>
<p>Thank you for applying for membership of the Educators Forum. Your application has reached us and is waiting for review.</p>
<p>A person reads every application. We will write to you as soon as a decision is made; there is nothing more you need to do.</p>
<p>With gratitude for the work you do every day,<br>the Educators Forum team</p>'
where template_name = 'application_submitted' and version = 1
    and subject = 'We received your Educators Forum application, {{first_name}}'
    and html_content = '<p>Dear {{first_name}} {{last_name}},</p>
<p>Thank you for applying to join the Educators Forum. Your application has reached us and is waiting for review.</p>
<p>A person reads every application. You will hear from us by e-mail as soon as a decision is made; there is nothing more you need to do.</p>
<p>With gratitude for the work you do every day,<br>The Educators Forum team</p>';

update email_templates set
    subject = 'Welcome to the Educators Forum, {{first_name}}: your application is approved',
    html_content = '<h1>Your application is approved</h1>
<p>Dear {{first_name}} {{last_name}},</p>
<p>We are glad to tell you that your application has been approved. You are now a member of the Educators Forum.</p>
<p>You join the teachers whose experience shapes our reports, policy briefs and reform tools. Our site describes what happens at a forum and who may attend.</p>
<p><a href="/educators-forum">How our forums work</a></p>
<p>Welcome,<br>the Educators Forum team</p>'
where template_name = 'application_approved' and version = 1
    and subject = 'Welcome to the Educators Forum, {{first_name}}'
    and html_content = '<p>Dear {{first_name}} {{last_name}},</p>
<p>We are glad to tell you that your application has been approved. You are now a member of the Educators Forum.</p>
<p>Your place among the teachers whose experience shapes our reports, policy briefs and reform tools begins today. Sign in at any time to see what is open to members.</p>
<p>Welcome,<br>The Educators Forum team</p>';

update email_templates set
    subject = 'About your Educators Forum application: not approved this time',
    html_content = '<h1>Not this time</h1>
<p>Dear {{first_name}} {{last_name}},</p>
<p>Thank you for applying for membership of the Educators Forum, and for the time you took to tell us about your work.</p>
<p>We are not able to approve your application this time. That is no reflection on your teaching, and you are welcome to apply again whenever you wish.</p>
<p><a href="/apply">Apply again</a></p>
<p>With respect,<br>the Educators Forum team</p>'
where template_name = 'application_rejected' and version = 1
    and subject = 'About your Educators Forum application'
    and html_content = '<p>Dear {{first_name}} {{last_name}},</p>
<p>Thank you for applying to join the Educators Forum and for the time you took to tell us about your work.</p>
<p>We are not able to approve your application this time. Places are limited, and this says nothing about your teaching. You are welcome to apply again whenever you wish.</p>
<p>With respect,<br>The Educators Forum team</p>';

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
insert into email_template_versions (template_name, version, subject, html_content, edited_at)
select template_name, version, subject, html_content, updated_at from email_templates;

create table email_previews (
    id         uuid        primary key,
    html       text        not null,
    expires_at timestamptz not null
);
comment on table email_previews is 'Pages that show a mail, for whoever knows the id. Each new one removes those that expired.';
create index email_previews_expires_idx on email_previews (expires_at);

create table email_tests (
    mail_id      uuid primary key references outbox (id) on delete cascade,
    subject      text not null,
    html_content text not null
);
comment on table email_tests is 'The texts of test mails, which are not those of a stored template.';

alter table outbox drop constraint outbox_kind;
alter table outbox add constraint outbox_kind check (kind in ('verify_email', 'account_exists', 'silence',
    'recovery', 'sign_in_code', 'password_changed', 'address_confirmed', 'new_device', 'session_stopped',
    'change_email_old', 'change_email_new', 'change_email_taken', 'email_changed', 'email_restored',
    'application_submitted', 'application_approved', 'application_rejected', 'template_test'));
