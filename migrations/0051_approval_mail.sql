-- The mail about an approved application says what its reader can do next. Only where the text is still the one that was
-- shipped; the history, which begins with it, goes along.

with approved as (
    update email_templates set html_content = '<h1>Your application is approved</h1>
<p>Dear {{first_name}} {{last_name}},</p>
<p>We are glad to tell you that your application has been approved. You are now a member of the Educators Forum.</p>
<p>You join the teachers whose experience shapes our reports, policy briefs and reform tools. Our site describes what happens at a forum and who may attend.</p>
<p><a href="/educators-forum">How our forums work</a></p>
<h2>What you can do now</h2>
<ul>
<li><a href="/auth">Sign in</a> with the address that this mail came to.</li>
<li>Look at your details under <a href="/account">Your Account</a>, and protect it with a second step if you like.</li>
</ul>
<p>Welcome,<br>the Educators Forum team</p>'
    where template_name = 'application_approved' and version = 1
        and html_content = '<h1>Your application is approved</h1>
<p>Dear {{first_name}} {{last_name}},</p>
<p>We are glad to tell you that your application has been approved. You are now a member of the Educators Forum.</p>
<p>You join the teachers whose experience shapes our reports, policy briefs and reform tools. Our site describes what happens at a forum and who may attend.</p>
<p><a href="/educators-forum">How our forums work</a></p>
<p>Welcome,<br>the Educators Forum team</p>'
    returning template_name, version, html_content
)
update email_template_versions first set html_content = approved.html_content from approved
where first.template_name = approved.template_name and first.version = approved.version;
