use async_trait::async_trait;

use crate::shared::Fault;

#[async_trait]
pub trait HtmlPolicy: Send + Sync {
    /// Accepts HTML with only allowed elements and attributes, or names the first one that is not allowed. Parsing HTML
    /// is slow, so implementations MUST NOT do it on the caller's thread.
    async fn check(&self, html: &str) -> Result<Result<(), HtmlRejected>, Fault>;
}

/// The subject of a sentence about what is not allowed: `<script>`, `the attribute onclick of <a>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HtmlRejected(pub String);
