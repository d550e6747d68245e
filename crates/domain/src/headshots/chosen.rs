use uuid::Uuid;

use super::headshot_store::HeadshotStore;
use crate::shared::{Fault, FieldError, Invalid};

/// Adds `unknown` to the errors of a form if the chosen photo is not one of the user's. A malformed id has its error already.
/// A form without errors is unchanged, because the stores check its photo under lock.
pub async fn with_chosen_photo<T>(
    parsed: Result<T, Invalid>,
    headshots: &dyn HeadshotStore,
    user_id: Uuid,
    chosen: Option<&str>,
    unknown: FieldError,
) -> Result<Result<T, Invalid>, Fault> {
    let Err(Invalid(mut errors)) = parsed else { return Ok(parsed) };
    if let Some(Ok(id)) = chosen.map(|id| Uuid::try_parse(id.trim()))
        && headshots.stored_of(user_id).await?.iter().all(|photo| photo.id != id)
    {
        errors.push(unknown);
    }
    Ok(Err(Invalid(errors)))
}
