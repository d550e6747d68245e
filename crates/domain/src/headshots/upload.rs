//! Uploads a photo. It is re-encoded from its pixels, its row is written before the file, and the photo that it
//! replaces is removed. Removes a photo at its owner's request.

use time::OffsetDateTime;
use uuid::Uuid;

use super::find;
use crate::accounts::Caller;
use crate::headshots::{
    Extension, Headshot, HeadshotKey, HeadshotState, Headshots, ImageKind, OwnHeadshot, ProcessedImage,
};
use crate::idempotency::KeyedRequest;
use crate::shared::{Code, Fault, Refusal};

pub struct UploadedFile {
    pub content: Vec<u8>,
    /// The client's file name, of which only a matching extension is used.
    pub name: Option<String>,
}

impl Headshots {
    /// Whether the caller may upload; checked before a large body is read, and again by [`upload`](Self::upload).
    ///
    /// # Errors
    /// `not_applicant`.
    pub fn check_uploader(caller: &Caller) -> Result<(), Refusal> {
        if caller.roles().is_applicant() { Ok(()) } else { Err(Code::NotApplicant.into()) }
    }

    /// Stores a re-encoded photo for the caller and removes the one it replaces.
    ///
    /// # Errors
    /// Checked in this order: role, size, kind by content, image, number of photos.
    pub async fn upload(
        &self,
        caller: &Caller,
        file: UploadedFile,
        keyed: Option<KeyedRequest<Headshot>>,
    ) -> Result<Headshot, Refusal> {
        Self::check_uploader(caller)?;
        let UploadedFile { content, name } = file;
        if content.len() > ImageKind::MAX_BYTES {
            return Err(Code::PayloadTooLarge.into());
        }
        let kind = ImageKind::detect(&content).ok_or(Code::UnsupportedImage)?;
        let image = self.images.process(kind, content).await?;
        let extension = Extension::of(kind, name.as_deref());
        let (id, user_id, bytes) = (self.ids.new_id(), caller.user.id, image.content.len() as u64);
        let upload = Upload { id, user_id, extension, width: image.width, height: image.height, bytes };
        let now = self.clock.now();
        let step = Box::new(move |own: &[_]| begin_upload(own, upload, now));
        let begun = first(self.headshots.change(user_id, None, step).await?)?;
        self.store(begun, image, keyed).await
    }

    async fn store(
        &self,
        begun: Headshot,
        image: ProcessedImage,
        keyed: Option<KeyedRequest<Headshot>>,
    ) -> Result<Headshot, Refusal> {
        let (id, key) = (begun.id, begun.key);
        if let Err(fault) = self.files.put(&key.to_string(), key.extension.kind(), image.content).await {
            self.give_up(&begun).await;
            return Err(fault.into());
        }
        let now = self.clock.now();
        let step = Box::new(move |own: &[_]| finish_upload(own, id, now));
        match self.headshots.change(key.user_id, keyed, step).await {
            Ok(rows) => {
                for replaced in rows.iter().skip(1) {
                    self.clear(replaced).await;
                }
                first(rows)
            }
            Err(error) => {
                self.give_up(&begun).await;
                Err(error)
            }
        }
    }

    /// Gives up a failed upload, so that it is no longer unfinished. After a fault it may have been stored
    /// nevertheless, and the rule then refuses. The sweep retries failures.
    async fn give_up(&self, begun: &Headshot) {
        let (id, now) = (begun.id, self.clock.now());
        let step = Box::new(move |own: &[_]| give_up_upload(own, id, now));
        if self.headshots.change(begun.key.user_id, None, step).await.is_ok() {
            self.clear(begun).await;
        }
    }
}

/// The subject of a change.
fn first(rows: Vec<Headshot>) -> Result<Headshot, Refusal> {
    let missing = || Fault::Bug("the store returned no row of an upload".to_owned()).into();
    rows.into_iter().next().ok_or_else(missing)
}

#[derive(Debug, Clone, Copy)]
pub struct Upload {
    pub id: Uuid,
    pub user_id: Uuid,
    pub extension: Extension,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// File size in bytes.
    pub bytes: u64,
}

/// Returns the row to write before the file, with a key that is unique among the owner's photos, followed by
/// interrupted uploads to give up. An upload is interrupted if the client disconnects or the process ends.
///
/// # Errors
/// `in_use` as in [`finish_upload`]; `busy` if [`Headshot::UNFINISHED`] uploads are in progress.
pub fn begin_upload(
    own: &[OwnHeadshot],
    upload: Upload,
    now: OffsetDateTime,
) -> Result<Vec<Headshot>, Refusal> {
    let with_state = |state| own.iter().filter(move |own| own.headshot.state == state);
    if photos_left(own) == 0 {
        return Err(all_in_use());
    }
    let (interrupted, active): (Vec<_>, Vec<_>) = with_state(HeadshotState::Uploading)
        .map(|own| &own.headshot)
        .partition(|headshot| headshot.changed_at + Headshot::IN_PROGRESS <= now);
    if active.len() >= Headshot::UNFINISHED {
        return Err(Code::Busy.into());
    }
    let Upload { id, user_id, extension, width, height, bytes } = upload;
    let taken = own.iter().map(|own| own.headshot.key);
    let key = HeadshotKey::fresh(user_id, now, extension, taken);
    let state = HeadshotState::Uploading;
    let new = Headshot { id, key, width, height, bytes, state, created_at: now, changed_at: now };
    let given_up = interrupted.into_iter().map(|headshot| headshot.in_state(HeadshotState::Removing, now));
    Ok(std::iter::once(new).chain(given_up).collect())
}

/// The number of further photos that fit beside those of applications, each of which keeps its photo.
pub fn photos_left(own: &[OwnHeadshot]) -> usize {
    let is_kept = |own: &&OwnHeadshot| own.in_use && !own.is_exempt;
    Headshot::KEPT.saturating_sub(own.iter().filter(is_kept).count())
}

/// Called after the file is written. Returns the stored photo, followed by the photo that it replaces if there would be
/// more than [`Headshot::KEPT`]: the oldest that no application shows.
///
/// # Errors
/// `unavailable` if the sweep has given up the upload; `in_use`, because a photo is kept as long as the applications that
/// show it.
pub fn finish_upload(own: &[OwnHeadshot], id: Uuid, now: OffsetDateTime) -> Result<Vec<Headshot>, Refusal> {
    let new = find(own, id, HeadshotState::Uploading).ok_or_else(given_up)?;
    let is_counted = |own: &&OwnHeadshot| own.headshot.state == HeadshotState::Stored && !own.is_exempt;
    let mut stored: Vec<&OwnHeadshot> = own.iter().filter(is_counted).collect();
    stored.sort_by_key(|own| own.headshot.key.timestamp);
    let surplus = (stored.len() + 1).saturating_sub(Headshot::KEPT);
    let replaced: Vec<&OwnHeadshot> = stored.into_iter().filter(|own| !own.in_use).take(surplus).collect();
    if replaced.len() < surplus {
        return Err(all_in_use());
    }
    let replaced = replaced.into_iter().map(|own| own.headshot.in_state(HeadshotState::Removing, now));
    Ok(std::iter::once(new.headshot.in_state(HeadshotState::Stored, now)).chain(replaced).collect())
}

/// Gives up a failed upload.
///
/// # Errors
/// `not_found` if it has been stored or given up.
pub fn give_up_upload(own: &[OwnHeadshot], id: Uuid, now: OffsetDateTime) -> Result<Vec<Headshot>, Refusal> {
    let chosen = find(own, id, HeadshotState::Uploading).ok_or(Code::NotFound)?;
    Ok(vec![chosen.headshot.in_state(HeadshotState::Removing, now)])
}

fn all_in_use() -> Refusal {
    let detail = "Your applications show all three of your photos. Please use one of them again.";
    Refusal::new(Code::InUse, detail)
}

/// The next upload replaces one that has not finished within five minutes.
fn given_up() -> Refusal {
    Fault::Unavailable("an upload was given up before it was complete".to_owned()).into()
}

impl Headshots {
    /// # Errors
    /// `not_found`, `in_use`.
    pub async fn remove(&self, caller: &Caller, id: Uuid) -> Result<(), Refusal> {
        let now = self.clock.now();
        let step = Box::new(move |own: &[_]| remove_headshot(own, id, now));
        for removed in self.headshots.change(caller.user.id, None, step).await? {
            self.clear(&removed).await;
        }
        Ok(())
    }
}

/// Removes a stored photo at its owner's request.
///
/// # Errors
/// `not_found`, `in_use`.
pub fn remove_headshot(own: &[OwnHeadshot], id: Uuid, now: OffsetDateTime) -> Result<Vec<Headshot>, Refusal> {
    let chosen = find(own, id, HeadshotState::Stored).ok_or(Code::NotFound)?;
    if chosen.in_use {
        return Err(Code::InUse.into());
    }
    Ok(vec![chosen.headshot.in_state(HeadshotState::Removing, now)])
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;
    use crate::headshots::testing::{Moves, NOW, begun, moves, stored, unshown, upload};

    #[test]
    fn a_fourth_photo_replaces_the_oldest_that_no_application_shows() {
        use HeadshotState::{Removing, Stored};
        let new = (9, Stored);
        let table: [(&[bool], Moves); 7] = [
            (&[], Ok(vec![new])),
            (&[false, false], Ok(vec![new])),
            (&[false, false, false], Ok(vec![new, (1, Removing)])),
            (&[true, false, false], Ok(vec![new, (2, Removing)])),
            (&[true, true, false], Ok(vec![new, (3, Removing)])),
            (&[true, true, true], Err(Code::InUse)),
            (&[false, true, false, false], Ok(vec![new, (1, Removing), (3, Removing)])),
        ];
        for (in_use, expected) in table {
            let mut own = stored(in_use);
            // The order in which rows were read must not matter.
            own.reverse();
            // Begun before the other photos existed.
            own.push(begun(&[], 9, NOW));
            assert_eq!(moves(finish_upload(&own, Uuid::from_u128(9), NOW)), expected, "{in_use:?}");
        }
    }

    /// Otherwise an applicant could not upload another photo that a request asks for.
    #[test]
    fn exempt_photos_are_kept_and_do_not_count() {
        use HeadshotState::{Removing, Stored};
        let mut own = stored(&[true, true, false, false]);
        for exempt in &mut own[..2] {
            exempt.is_exempt = true;
        }
        let finished = |own: &[OwnHeadshot]| {
            moves(finish_upload(&[own, &[begun(own, 9, NOW)]].concat(), Uuid::from_u128(9), NOW))
        };
        assert_eq!(finished(&own), Ok(vec![(9, Stored)]));
        let mut third = stored(&[false]).remove(0);
        third.headshot.id = Uuid::from_u128(5);
        own.push(third);
        assert_eq!(finished(&own), Ok(vec![(9, Stored), (5, Removing)]));
    }

    #[test]
    fn an_upload_is_refused_if_all_photos_are_in_use_or_too_many_uploads_are_unfinished() {
        let begin = |own: &[OwnHeadshot]| {
            begin_upload(own, upload(99), NOW).map(drop).map_err(|refusal| refusal.code)
        };
        assert_eq!(begin(&stored(&[true, true, false])), Ok(()));
        assert_eq!(begin(&stored(&[true, true, true])), Err(Code::InUse));
        let mut own = Vec::new();
        for id in 0..12 {
            assert_eq!(begin(&own), Ok(()), "{id} in progress");
            own.push(begun(&own, id, NOW));
        }
        assert_eq!(begin(&own), Err(Code::Busy));
    }

    #[test]
    fn the_next_upload_gives_up_interrupted_uploads() {
        let second = Duration::SECOND;
        let mut own = Vec::new();
        for id in 1..=12 {
            // The first six are one second older than the others.
            let at = if id <= 6 { NOW - second } else { NOW };
            own.push(begun(&own, id, at));
        }
        let five_minutes = Duration::minutes(5);
        let begin = |at| moves(begin_upload(&own, upload(99), at));
        assert_eq!(begin(NOW + five_minutes - second * 2), Err(Code::Busy));
        let new = (99, HeadshotState::Uploading);
        let given_up = |ids: std::ops::RangeInclusive<u128>| ids.map(|id| (id, HeadshotState::Removing));
        let expected = |ids| std::iter::once(new).chain(given_up(ids)).collect();
        assert_eq!(begin(NOW + five_minutes - second), Ok(expected(1..=6)));
        assert_eq!(begin(NOW + five_minutes), Ok(expected(1..=12)));
    }

    #[test]
    fn an_upload_is_stored_or_given_up_only_once() {
        let id = Uuid::from_u128(1);
        for state in HeadshotState::ALL {
            let own = [unshown(begun(&[], 1, NOW).headshot.in_state(state, NOW))];
            let uploading = state == HeadshotState::Uploading;
            assert_eq!(finish_upload(&own, id, NOW).is_ok(), uploading, "{state:?}");
            assert_eq!(give_up_upload(&own, id, NOW).is_ok(), uploading, "{state:?}");
        }
    }

    #[test]
    fn only_a_stored_photo_that_no_application_shows_is_removed() {
        let own = stored(&[false, true]);
        let removed = |id| moves(remove_headshot(&own, Uuid::from_u128(id), NOW));
        assert_eq!(removed(1), Ok(vec![(1, HeadshotState::Removing)]));
        assert_eq!(removed(2), Err(Code::InUse));
        assert_eq!(removed(3), Err(Code::NotFound));
    }
}
