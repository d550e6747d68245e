//! The mail host refuses connections, refuses each step, disconnects or hangs. Every mail arrives once, or twice with the
//! same `Message-ID` if the host accepted it but sent no reply.

use std::collections::BTreeMap;

use forum_tests::program::Installation;
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use futures_util::future::join_all;
use time::Duration;

use super::{expect_invariants, scaled};
use crate::client::Client;
use crate::support::InProcess;

static STEPS: [Step; 5] = [Step::Connect, Step::Sender, Step::Recipient, Step::Data, Step::Message];
/// Longer than the delays after the first attempts.
const NEXT: Duration = Duration::minutes(1);

/// A site with a mail host and a clock that the test moves.
async fn site() -> (InProcess, SmtpSink) {
    let sink = SmtpSink::start().await;
    let installation = Installation::new().with_mail(&sink);
    (InProcess::serve_at(installation, std::sync::Arc::default()).await, sink)
}

/// How often each mail arrived, by its `Message-ID`.
fn arrivals(sink: &SmtpSink) -> BTreeMap<String, usize> {
    let mut arrivals = BTreeMap::new();
    for mail in sink.mails() {
        *arrivals.entry(mail.read().message_id).or_default() += 1;
    }
    arrivals
}

/// Waits until a failed attempt to send a queued mail is recorded.
async fn until_failed_once(site: &InProcess) {
    site.until_empty(
        "select id::text from outbox where state = 'queued' and (last_error is null or lease is not null)",
    )
    .await;
}

async fn until_sent(site: &InProcess) {
    site.until_empty("select id::text from outbox where state <> 'sent'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_arrive_after_the_host_stops_refusing_or_hanging_up() {
    let (site, mut sink) = site().await;
    let client = Client::new(&site.url);
    let mut mails = 0;
    let mut sign_up = async |word: &str| {
        mails += 1;
        client.sign_up(&format!("p{mails}.{word}@school.example")).await;
    };

    sink.stop().await;
    sign_up("refused").await;
    until_failed_once(&site).await;
    sink.start_again().await;
    site.clock.advance(NEXT);
    until_sent(&site).await;

    for step in STEPS {
        for answer in [Answer::Code(451), Answer::HangUp] {
            sink.answer(step, Some(answer));
            sign_up("again").await;
            until_failed_once(&site).await;
            sink.answer(step, None);
            site.clock.advance(NEXT);
            until_sent(&site).await;
        }
    }
    let arrivals = arrivals(&sink);
    assert_eq!(arrivals.len(), mails);
    // The host accepted one mail before it disconnected.
    let twice = arrivals.values().filter(|times| **times == 2).count();
    assert_eq!((twice, sink.mails().len()), (1, mails + 1));
    expect_invariants(&site.close().await).await;
}

/// Sends a mail through a host that hangs at this step until the first attempt has failed.
async fn hang(step: Step) {
    let (site, sink) = site().await;
    sink.answer(step, Some(Answer::Silence));
    Client::new(&site.url).sign_up("ana@school.example").await;
    until_failed_once(&site).await;
    sink.answer(step, None);
    site.clock.advance(NEXT);
    until_sent(&site).await;
    assert_eq!(arrivals(&sink).into_values().collect::<Vec<_>>(), [1], "{step:?}");
    expect_invariants(&site.close().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_hangs_at_any_step_delays_a_mail_by_half_a_minute_and_loses_none() {
    join_all(scaled(&STEPS[4..], &STEPS[..]).iter().copied().map(hang)).await;
}
