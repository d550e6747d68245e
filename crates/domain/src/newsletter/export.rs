use futures_util::stream::{StreamExt, TryStreamExt};

use super::links::one_click;
use super::subscriber::Subscriber;
use crate::accounts::Reader;
use crate::newsletter::Newsletter;
use crate::shared::{Export, Refusal};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedSubscriber {
    pub subscriber: Subscriber,
    /// Ends the subscription by a POST, and shows the preferences in a browser.
    pub unsubscribe_url: String,
}

impl Newsletter {
    /// All current subscribers. It is audited with their number before the first row is returned.
    ///
    /// # Errors
    /// `forbidden`.
    pub async fn export(&self, reader: &Reader) -> Result<Export<ExportedSubscriber>, Refusal> {
        let act = self.acts.begin();
        let target = ("export", act.new_id());
        let event = act.audit(Some(reader.id()), "newsletter.exported", target);
        let (total, rows) = self.store.export().await?;
        self.audit.record(event.with("rows", total.to_string())).await?;
        let (secrets, origin) = (self.secrets.clone(), self.origin.clone());
        let exported = move |subscriber: Subscriber| ExportedSubscriber {
            unsubscribe_url: one_click(&origin, &secrets, subscriber.id),
            subscriber,
        };
        let rows = rows.map_ok(move |rows| rows.into_iter().map(&exported).collect()).boxed();
        Ok(Export { at: act.now, total, rows })
    }
}
