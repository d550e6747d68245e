//! Port that decides which HTML a template may hold.

/// Decides which HTML a template may hold.
pub trait HtmlPolicy: Send + Sync {
    /// Accepts HTML of which nothing would have to be removed.
    ///
    /// # Errors
    /// [`HtmlRejected`], which names the first thing that is not allowed.
    fn check(&self, html: &str) -> Result<(), HtmlRejected>;
}

/// What is not allowed, as the beginning of a sentence: `<script>`, `the attribute onclick of <a>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HtmlRejected(pub String);
