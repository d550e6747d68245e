//! The mail worker: sends the mails in the outbox until shutdown. Several processes may run one; leases keep them from
//! sending the same mail.

use std::sync::Arc;
use std::time::Duration;

use forum_adapters::trace_context;
use forum_domain::mail::{Dispatched, MailDispatcher, OutboxEntry};
use forum_domain::shared::Fault;
use tracing::{Instrument, Span};

use crate::lifecycle::{Tasks, survive};
use crate::metrics::Metrics;

/// Polling interval of the outbox: retries and expired leases become due without a commit, and commits by other
/// processes do not wake this one.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Starts the worker. Shutdown waits for the current mail, but not for an unresponsive mail host: an interrupted mail
/// is sent again with the same `Message-ID` once its lease has expired.
pub fn start(tasks: &Tasks, dispatcher: Arc<MailDispatcher>, metrics: Option<Arc<Metrics>>) {
    let lifecycle = tasks.clone();
    tasks.spawn(async move {
        while !lifecycle.stop.is_cancelled() {
            let dispatched = tokio::select! {
                // After a panic the lease expires, and the attempt is counted.
                dispatched = survive("mail worker", next(&dispatcher)) => dispatched.unwrap_or(Ok(None)),
                () = lifecycle.grace_over() => {
                    tracing::warn!("shutdown interrupted a mail; it will be sent again");
                    return;
                }
            };
            if let (Some(metrics), Ok(Some(outcome))) = (&metrics, &dispatched) {
                metrics.mail(*outcome);
            }
            match dispatched {
                Ok(Some(Dispatched::LeaseLost)) => {
                    tracing::warn!("another worker took over a mail during sending; it may arrive twice");
                    continue;
                }
                Ok(Some(_)) => continue,
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "cannot read the outbox"),
            }
            lifecycle.stop.run_until_cancelled(dispatcher.wait(CHECK_INTERVAL)).await;
        }
    });
}

/// Delivers one mail. `None` if none is due. Its span continues the trace of the act that queued it, even if another
/// process ran that act.
async fn next(dispatcher: &MailDispatcher) -> Result<Option<Dispatched>, Fault> {
    let Some(entry) = dispatcher.lease().await? else { return Ok(None) };
    let span = delivery_span(&entry);
    let delivered = dispatcher.deliver(&entry).instrument(span.clone()).await?;
    span.record("outcome", delivered.as_str());
    let mail = entry.mail.id;
    match delivered {
        Dispatched::Refused => {
            tracing::warn!(%mail, "the mail host refused a mail for a reason other than its recipient; `mail list` shows the reply");
        }
        Dispatched::Held => {
            tracing::warn!(%mail, "the mail host is unreachable or refuses all mail; `mail list` shows the error");
        }
        _ => {}
    }
    Ok(Some(delivered))
}

fn delivery_span(entry: &OutboxEntry) -> Span {
    let span = tracing::info_span!(
        "mail.deliver",
        otel.kind = "consumer",
        mail = %entry.mail.id,
        kind = entry.mail.kind.as_str(),
        attempt = entry.attempts,
        outcome = tracing::field::Empty,
    );
    if let Some(cause) = &entry.cause {
        trace_context::continue_trace(&span, cause);
    }
    span
}
