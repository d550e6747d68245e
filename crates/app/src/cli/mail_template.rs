//! `mail template list|show|history|edit|preview|test`: the stored mail templates. A template is shown and edited as
//! text with the lines `Version: 3` and `Subject: …`, an empty line, and the HTML.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use forum_adapters::postgres::ConnectionPool;
use forum_domain::accounts::User;
use forum_domain::mail::{EmailTemplates, StoredTemplate, TemplateText};
use forum_domain::shared::{Code, PersonName};
use forum_domain::users::Actor;

use super::{instant, origin, say};
use crate::config::Config;
use crate::wiring::{NO_MAILS, email_templates, user_administration};

/// Maximum number of bytes read from a file; a template with the longest HTML is smaller.
const FILE_BYTES: u64 = 256 * 1024;

#[derive(Subcommand)]
pub enum TemplateCommand {
    /// List the templates: name, version, subject.
    List,
    /// Show a template as text that `edit` reads.
    Show {
        /// Name of the template.
        name: String,
        /// An earlier version, as `history` lists it.
        #[arg(long)]
        version: Option<u32>,
    },
    /// List all versions of a template, newest first: version, when it was stored, by which user, subject.
    History {
        /// Name of the template.
        name: String,
    },
    /// Replace a template. Refused if it was edited after the version in the file.
    Edit {
        /// Name of the template.
        name: String,
        /// A file as `show` prints it, or `-` for standard input.
        file: PathBuf,
    },
    /// Print a rendered mail: subject and text, or the HTML.
    Preview {
        #[command(flatten)]
        source: Source,
        /// Print the HTML, for a browser.
        #[arg(long)]
        html: bool,
        /// First name in the mail.
        #[arg(long, default_value = "Maria")]
        first_name: String,
        /// Last name in the mail.
        #[arg(long, default_value = "Alvarez")]
        last_name: String,
    },
    /// Queue a test mail to an administrator. A serving process sends it.
    Test {
        #[command(flatten)]
        source: Source,
        /// Email address of an administrator.
        #[arg(long)]
        email: String,
    },
}

#[derive(Args)]
pub struct Source {
    /// Name of the template.
    name: String,
    /// Unsaved content: a file as `show` prints it, or `-` for standard input.
    file: Option<PathBuf>,
}

impl TemplateCommand {
    pub fn reads(&self) -> bool {
        !matches!(self, Self::Edit { .. } | Self::Test { .. })
    }
}

pub async fn run(config: &Config, pool: &ConnectionPool, command: TemplateCommand) -> anyhow::Result<()> {
    let templates = email_templates(pool, origin(config), config.site.season)?;
    match command {
        TemplateCommand::List => {
            for template in templates.list(Actor::CommandLine).await? {
                say(&format!("{}\t{}\t{}", template.template_name, template.version, template.text.subject))?;
            }
            Ok(())
        }
        TemplateCommand::Show { name, version } => show(&templates, &name, version).await,
        TemplateCommand::History { name } => {
            for version in
                templates.versions(Actor::CommandLine, &name).await.with_context(|| name.clone())?
            {
                let by = version.edited_by.map_or_else(|| "-".to_owned(), |id| id.to_string());
                let (number, at) = (version.version, instant(version.edited_at));
                say(&format!("{number}\t{at}\t{by}\t{}", version.subject))?;
            }
            Ok(())
        }
        TemplateCommand::Edit { name, file } => edit(&templates, &name, &file).await,
        TemplateCommand::Preview { source, html, first_name, last_name } => {
            let text = source.text(&templates).await?;
            let person = PersonName { first: first_name, last: last_name };
            let mail = templates.render(Actor::CommandLine, &source.name, &text, &person).await;
            let mail = mail.with_context(|| source.name.clone())?;
            match html {
                true => say(&mail.html),
                false => say(&format!("Subject: {}\n\n{}", mail.subject, mail.text)),
            }
        }
        TemplateCommand::Test { source, email } => {
            let text = source.text(&templates).await?;
            let recipient = user(pool, &email).await?;
            match templates.test(Actor::CommandLine, &source.name, &text, &recipient, None).await {
                Err(refusal) if refusal.code == Code::Forbidden => {
                    bail!("test mails are only sent to administrators")
                }
                queued => queued.with_context(|| source.name.clone())?,
            }
            say(&format!("a test mail to {} is queued", recipient.email.as_str()))
        }
    }
}

async fn show(templates: &EmailTemplates, name: &str, version: Option<u32>) -> anyhow::Result<()> {
    let template = match version {
        None => templates.read(Actor::CommandLine, name).await.with_context(|| name.to_owned())?,
        Some(number) => {
            let found = templates.version(Actor::CommandLine, name, number).await;
            found.with_context(|| format!("{name}: there is no version {number}"))?
        }
    };
    let StoredTemplate { version, text: TemplateText { subject, html_content }, .. } = template;
    say(&format!("Version: {version}\nSubject: {subject}\n\n{html_content}"))
}

async fn edit(templates: &EmailTemplates, name: &str, file: &Path) -> anyhow::Result<()> {
    let TemplateFile { version, text } = TemplateFile::read(file)?;
    let version = version.context("the line Version: … is missing, so the edited version is unknown")?;
    let edited = templates.edit(Actor::CommandLine, name, version, &text).await;
    let edited = match edited {
        Err(conflict) if conflict.code == Code::VersionConflict => {
            return Err(conflict).with_context(|| {
                format!("{name} was not changed: the file is based on version {version}; show the template again and edit that")
            });
        }
        edited => edited.with_context(|| name.to_owned())?,
    };
    match edited.version == version {
        true => say(&format!("{name} is unchanged, at version {version}")),
        false => say(&format!("{name} is at version {}", edited.version)),
    }
}

async fn user(pool: &ConnectionPool, email: &str) -> anyhow::Result<User> {
    let users = user_administration(pool, NO_MAILS);
    let id = users.id_of(Actor::CommandLine, email).await?;
    Ok(users.read(Actor::CommandLine, id).await?.summary.user)
}

impl Source {
    /// The content of the file, or the stored content.
    async fn text(&self, templates: &EmailTemplates) -> anyhow::Result<TemplateText> {
        match &self.file {
            Some(file) => Ok(TemplateFile::read(file)?.text),
            None => {
                let template = templates.read(Actor::CommandLine, &self.name).await;
                Ok(template.with_context(|| self.name.clone())?.text)
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
struct TemplateFile {
    version: Option<u32>,
    text: TemplateText,
}

impl TemplateFile {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let mut text = String::new();
        let read = if path.as_os_str() == "-" {
            std::io::stdin().take(FILE_BYTES).read_to_string(&mut text)
        } else {
            std::fs::File::open(path).and_then(|file| file.take(FILE_BYTES).read_to_string(&mut text))
        };
        read.with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let text = text.replace("\r\n", "\n");
        let Some((head, html)) = text.split_once("\n\n") else {
            bail!("the HTML must follow the line Subject: … after an empty line");
        };
        let (mut version, mut subject) = (None, None);
        for line in head.lines() {
            match line.split_once(':').map(|(name, value)| (name.trim(), value.trim())) {
                Some(("Version", number)) => {
                    version = Some(number.parse().with_context(|| format!("{number:?} is not a version"))?);
                }
                Some(("Subject", words)) => subject = Some(words.to_owned()),
                _ => bail!("{line:?} is neither Version: … nor Subject: …"),
            }
        }
        let subject = subject.context("the line Subject: … is missing")?;
        Ok(Self { version, text: TemplateText { subject, html_content: html.trim().to_owned() } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_contains_version_subject_and_html() {
        let file = |version, subject: &str, html: &str| TemplateFile {
            version,
            text: TemplateText { subject: subject.into(), html_content: html.into() },
        };
        let table = [
            (
                "Version: 3\nSubject: Hello: you\n\n<p>a</p>\n\n<p>b</p>\n",
                file(Some(3), "Hello: you", "<p>a</p>\n\n<p>b</p>"),
            ),
            ("Subject: Hello\r\n\r\n<p>a</p>\r\n", file(None, "Hello", "<p>a</p>")),
            ("Subject:\nVersion: 12\n\n", file(Some(12), "", "")),
        ];
        for (text, expected) in table {
            assert_eq!(TemplateFile::parse(text).expect("read"), expected, "{text:?}");
        }
    }

    #[test]
    fn errors_in_a_file_are_described() {
        let table = [
            ("<p>a</p>", "after an empty line"),
            ("Version: 3\n\n<p>a</p>", "the line Subject: … is missing"),
            ("Version: three\nSubject: a\n\n<p>b</p>", "\"three\" is not a version"),
            ("Subject: a\nTo: b\n\n<p>c</p>", "\"To: b\" is neither"),
            ("<p>a</p>\n\n<p>b</p>", "\"<p>a</p>\" is neither"),
        ];
        for (text, words) in table {
            let error = TemplateFile::parse(text).expect_err("refused").to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
