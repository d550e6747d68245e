//! The mails that arrived, by recipient.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::bail;
use forum_tests::smtp_sink::SmtpSink;

/// The parts of a mail that people read.
#[derive(Clone)]
struct Letter {
    subject: String,
    text: String,
}

pub struct Postbox {
    sink: Arc<SmtpSink>,
    /// The mails that have been read so far, and their number.
    read: Mutex<(usize, HashMap<String, Vec<Letter>>)>,
}

impl Postbox {
    pub fn of(sink: Arc<SmtpSink>) -> Self {
        Self { sink, read: Mutex::default() }
    }

    /// Returns what follows these words, up to the next space, in the newest mail to this address whose text contains
    /// them.
    pub async fn link(&self, to: &str, words: &str) -> anyhow::Result<String> {
        self.wait(to, |letter| {
            let rest = letter.text.split_once(words)?.1;
            Some(rest.split_whitespace().next()?.to_owned())
        })
        .await
    }

    pub async fn subject(&self, to: &str, beginning: &str) -> anyhow::Result<()> {
        self.wait(to, |letter| letter.subject.starts_with(beginning).then_some(())).await
    }

    async fn wait<T>(&self, to: &str, find: impl Fn(&Letter) -> Option<T>) -> anyhow::Result<T> {
        // The mail of a killed worker is sent when its lease has expired. The next worker may be killed while it holds
        // the lease.
        for _ in 0..900 {
            let letters = self.letters(to);
            if let Some(found) = letters.iter().rev().find_map(&find) {
                return Ok(found);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        bail!("a mail to {to} did not arrive within 90 seconds")
    }

    fn letters(&self, to: &str) -> Vec<Letter> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, letters) = &mut *read;
        for mail in self.sink.mails_from(*count) {
            *count += 1;
            let found = mail.read();
            for address in &mail.to {
                let letter = Letter { subject: found.subject.clone(), text: found.text.clone() };
                letters.entry(address.clone()).or_default().push(letter);
            }
        }
        letters.get(to).cloned().unwrap_or_default()
    }
}
