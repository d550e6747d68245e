//! Applies the limits of the domain to requests. An operation names its limit in one line; `parameters` counts every
//! request to the API, `sessions` lets the domain guard signing in.

use std::sync::Arc;
use std::time::Duration;

use forum_domain::limits::{Bucket, LimitError, Limits, MailLimits, MailSupply, RateLimit, RateLimited};
use poem::Request;
use tokio::time::Instant;
use uuid::Uuid;

use crate::request::network::client_network;
use crate::response::code::Code;
use crate::response::problem::Problem;

/// Counts a request to any part of the API.
pub(crate) async fn request(request: &Request) -> Result<(), Problem> {
    Ok(limits(request)?.request(client_network(request).as_deref()).await?)
}

/// Counts an act of the client's network.
pub(crate) async fn network(request: &Request, limit: &'static RateLimit) -> Result<(), Problem> {
    let network = client_network(request);
    Ok(limits(request)?.count([Bucket::of_network(limit, network.as_deref())]).await?)
}

/// Counts an act of a signed-in user.
pub(crate) async fn user(request: &Request, limit: &'static RateLimit, user_id: Uuid) -> Result<(), Problem> {
    Ok(limits(request)?.count([Bucket::of_user(limit, user_id)]).await?)
}

/// Does `work`, which queues a mail to a submitted address, unless the address has used up its mails of this kind, which
/// nobody can tell from the response.
pub(crate) async fn mail<E: Into<Problem>>(
    request: &Request,
    limits_of_mail: &MailLimits,
    email: &str,
    work: impl Future<Output = Result<(), E>> + Send,
) -> Result<(), Problem> {
    let (limits, network) = (limits(request)?, client_network(request));
    let mailing = limits.mail(limits_of_mail, email, network.as_deref(), work);
    paced(limits.pace(), mailing, is_used_up).await?;
    Ok(())
}

/// Nobody can tell from the response whether an address has used up its mails.
pub(crate) fn is_used_up(supply: &MailSupply) -> bool {
    *supply == MailSupply::UsedUp
}

/// Does `work`, and waits until `pace` is over if it was refused by a limit or is `refused` in the response. What is done for the owner of an
/// address on a network of theirs takes longer than nothing, which would tell others on that network who the owner is.
pub(crate) async fn paced<T, E>(
    pace: Duration,
    work: impl Future<Output = Result<T, RateLimited<E>>>,
    refused: impl FnOnce(&T) -> bool,
) -> Result<T, RateLimited<E>> {
    let began = Instant::now();
    let outcome = work.await;
    let waits = match &outcome {
        Ok(done) => refused(done),
        Err(error) => matches!(error, RateLimited::Limit(LimitError::Limited { .. })),
    };
    if waits {
        tokio::time::sleep_until(began + pace).await;
    }
    outcome
}

/// The limits, passed to the API as request data.
pub(crate) fn limits(request: &Request) -> Result<&Limits, Code> {
    request.data::<Arc<Limits>>().map(AsRef::as_ref).ok_or_else(|| {
        tracing::error!("the API was built without limits");
        Code::InternalError
    })
}

impl From<LimitError> for Problem {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::Limited { limit, wait } => {
                Self::from(Code::RateLimited).retry_after(wait).by_limit(limit)
            }
            LimitError::Fault(fault) => fault.into(),
        }
    }
}

impl<E: Into<Problem>> From<RateLimited<E>> for Problem {
    fn from(error: RateLimited<E>) -> Self {
        match error {
            RateLimited::Limit(error) => error.into(),
            RateLimited::Inner(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use forum_domain::limits::PACE;
    use forum_domain::shared::Fault;
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn only_what_a_limit_refuses_waits() {
        let limited =
            || RateLimited::<()>::Limit(LimitError::Limited { limit: "x", wait: time::Duration::SECOND });
        let failed = || RateLimited::Limit(LimitError::Fault(Fault::Unavailable("x".to_owned())));
        let table = [
            (Ok(MailSupply::Left), false),
            (Ok(MailSupply::UsedUp), true),
            (Err(limited()), true),
            (Err(failed()), false),
            (Err(RateLimited::Inner(())), false),
        ];
        for (outcome, waits) in table {
            let pending = paced(PACE, async { outcome.clone() }, is_used_up).now_or_never();
            assert_eq!(pending, (!waits).then_some(outcome));
        }
    }
}
