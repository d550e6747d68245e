//! Applies the domain's rate limits to requests. An operation names its limit in one line. `parameters` counts every
//! request to the API, and the domain limits sign-ins.

use std::sync::Arc;
use std::time::Duration;

use forum_domain::idempotency::RequestRecord;
use forum_domain::idempotency::Requester;
use forum_domain::limits::{Bucket, Limits, MailLimits, MailSupply, Meter, RateLimit};
use forum_domain::shared::Refusal;
use poem::Request;
use tokio::time::Instant;
use uuid::Uuid;

use crate::request::attached;
use crate::request::idempotency::{IdempotencyKey, Record, Recorded};
use crate::request::network::client_network;
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::{Accepted, CheckEmail};

pub(crate) fn request(request: &Request) -> poem::Result<()> {
    let network = client_network(request);
    let counted =
        limits(request).map_err(Refusal::from).and_then(|limits| limits.request(network.as_deref()));
    Ok(counted.map_err(Problem::from)?)
}

pub(crate) async fn network(request: &Request, limit: &'static RateLimit) -> Result<(), Problem> {
    let network = client_network(request);
    Ok(limits(request)?.count([Bucket::of_network(limit, network.as_deref())]).await?)
}

pub(crate) async fn user(request: &Request, limit: &'static RateLimit, user_id: Uuid) -> Result<(), Problem> {
    Ok(limits(request)?.count([Bucket::of_user(limit, user_id)]).await?)
}

/// Runs `work`, which queues the mail, unless the address has reached its limit for mails of this kind or the request
/// repeats an earlier one. The response reveals neither the limit nor whether the address exists.
pub(crate) async fn mail<W: Future<Output = Result<(), Refusal>> + Send>(
    request: &Request,
    key: &IdempotencyKey,
    of_mail: &MailLimits,
    (email, raw): (&str, &[u8]),
    work: impl FnOnce(Option<RequestRecord>) -> W + Send,
) -> Result<Recorded<Accepted<CheckEmail>>, Problem> {
    let (limits, network) = (&limits(request)?, client_network(request));
    let (network, requests) = (network.as_deref(), key.records());
    let client = Requester::Client { network, address: email };
    key.recorded(client, raw, |new| async move {
        let response = CheckEmail::response().record();
        let record = new.map(|new| (new.answered(response.clone(), None), requests));
        let mailing = limits.mail(of_mail, email, network, record, work);
        paced(limits.pace, mailing, is_used_up).await?;
        Ok::<_, Problem>(response)
    })
    .await
}

/// The response must not reveal whether an address has reached its mail limit.
fn is_used_up(supply: &MailSupply) -> bool {
    *supply == MailSupply::UsedUp
}

/// Runs `work`, and delays refusals until `pace` has passed. Otherwise response times would reveal to other clients on
/// a network which addresses have signed in from it.
pub(crate) async fn paced<T>(
    pace: Duration,
    work: impl Future<Output = Result<T, Refusal>>,
    refused: impl FnOnce(&T) -> bool,
) -> Result<T, Refusal> {
    let began = Instant::now();
    let outcome = work.await;
    let delayed = match &outcome {
        Ok(done) => refused(done),
        Err(refusal) => refusal.code == Code::RateLimited,
    };
    if delayed {
        tokio::time::sleep_until(began + pace).await;
    }
    outcome
}

/// The limits, passed to the API as request data, which record the client's buckets in the meter of the request.
pub(crate) fn limits(request: &Request) -> Result<Limits, Code> {
    Ok(attached::<Arc<Limits>>(request)?.metered(attached::<Meter>(request)?.clone()))
}

/// `RateLimit-Policy` and `RateLimit` of a response (draft-ietf-httpapi-ratelimit-headers-10): the tightest bucket of the
/// client. Policy: how many requests a full bucket allows at once, and the seconds in which it fills. Limit: how many it
/// allows now, and the seconds until it is full or, if it is empty, until it allows one. A refusal shows only an empty
/// bucket: a limit that may not be shown, such as that of an address, has refused the others.
pub(crate) fn headers(meter: &Meter, refused: bool) -> Option<[(&'static str, String); 2]> {
    let bucket = meter.tightest().filter(|bucket| !refused || bucket.remaining() == 0)?;
    let (name, quota, window) = (bucket.limit, bucket.quota(), seconds(bucket.window()));
    let (remaining, reset) = (bucket.remaining(), seconds(bucket.reset()));
    Some([
        (POLICY, format!("\"{name}\";q={quota};w={window}")),
        (LIMIT, format!("\"{name}\";r={remaining};t={reset}")),
    ])
}

pub(crate) const POLICY: &str = "ratelimit-policy";
pub(crate) const LIMIT: &str = "ratelimit";

fn seconds(duration: time::Duration) -> i64 {
    duration.whole_seconds() + i64::from(duration.subsec_nanoseconds() > 0)
}

#[cfg(test)]
mod tests {
    use forum_domain::limits::PACE;
    use forum_domain::shared::Fault;
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn only_refusals_by_a_limit_are_delayed() {
        let table = [
            (Ok(MailSupply::Left), false),
            (Ok(MailSupply::UsedUp), true),
            (Err(Code::RateLimited.into()), true),
            (Err(Fault::Unavailable("x".to_owned()).into()), false),
            (Err(Code::InvalidCredentials.into()), false),
        ];
        for (outcome, delayed) in table {
            let outcome: Result<_, Refusal> = outcome;
            let pending = paced(PACE, async { outcome.clone() }, is_used_up).now_or_never();
            assert_eq!(pending, (!delayed).then_some(outcome));
        }
    }
}
