use super::links::invalid;
use super::subscriber::{Preferences, Subscriber};
use crate::newsletter::Newsletter;
use crate::shared::{Code, Invalid, Refusal};

impl Newsletter {
    /// # Errors
    /// `token_invalid`.
    pub async fn preferences(&self, token: &str) -> Result<Subscriber, Refusal> {
        Ok(self.store.find(self.id_of(token)?).await?.ok_or(Code::TokenInvalid)?)
    }

    /// # Errors
    /// `token_invalid`; field errors.
    pub async fn set_preferences(
        &self,
        token: &str,
        first_name: Option<&str>,
        is_educator: bool,
    ) -> Result<Subscriber, Refusal> {
        let mut errors = Vec::new();
        let preferences = Preferences::parse(first_name, is_educator, &mut errors);
        Invalid::unless_empty(errors)?;
        let step = Box::new(move |seen: &Subscriber| Ok(Some(Subscriber { preferences, ..seen.clone() })));
        let stored = self.store.change(self.id_of(token)?, step).await.map_err(invalid)?;
        Ok(stored.ok_or(Code::TokenInvalid)?)
    }
}
