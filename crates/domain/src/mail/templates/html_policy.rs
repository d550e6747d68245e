use async_trait::async_trait;

use crate::shared::Fault;

#[async_trait]
pub trait HtmlPolicy: Send + Sync {
    /// Accepts HTML of which nothing would have to be removed, or names the first thing that is not allowed. Reading HTML
    /// takes long: implementations MUST NOT do it on the caller's thread.
    async fn check(&self, html: &str) -> Result<Result<(), HtmlRejected>, Fault>;
}

/// What is not allowed, as the beginning of a sentence: `<script>`, `the attribute onclick of <a>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HtmlRejected(pub String);
