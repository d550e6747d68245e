//! Photos: storage, replacement, and the permissions to use and remove them.

use forum_domain::accounts::{Role, Roles};
use forum_domain::headshots::{Headshot, HeadshotState, ImageKind};
use forum_domain::idempotency::{KeyedRequest, NewRequest, RecordedResponse};
use forum_domain::shared::Code;
use forum_tests::memory::plain_image;
use futures_util::future::join_all;
use time::OffsetDateTime;

use crate::photos::album::{Album, file, photo};

#[tokio::test]
async fn a_photo_is_re_encoded_and_stored_under_a_key_chosen_by_the_server() {
    let album = Album::new().await;
    let ana = album.ana().await;
    let headshot = album.uploads(&ana).await;
    assert_eq!((headshot.width, headshot.height), (1_024, 512));
    assert_eq!(headshot.key.to_string(), format!("{}/headshot-1795176000000.jpeg", ana.user.id));
    assert_eq!(album.kept.keys(), [headshot.key.to_string()]);
    let found = album.photos.find(&headshot.key).await.expect("a lookup");
    let served =
        album.photos.content(&found.expect("an existing account").key).await.expect("a readable value");
    assert_eq!(served.expect("a stored file"), plain_image(ImageKind::Jpeg, 1_024, 512));
}

/// The use case itself refuses every caller, before it reads the file.
#[tokio::test]
async fn only_an_applicant_may_upload() {
    let album = Album::new().await;
    let mut caller = album.ana().await;
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Applicant) {
        caller.user.roles = Roles::from_iter([role]);
        for content in [photo(), b"text".to_vec()] {
            assert_eq!(album.tries(&caller, &content).await, Err(Code::NotApplicant.into()), "{role:?}");
        }
    }
    assert_eq!((album.states().await, album.kept.keys()), (Vec::new(), Vec::<String>::new()));
    caller.user.roles = Roles::from_iter([Role::Applicant, Role::Partner]);
    album.uploads(&caller).await;
}

#[tokio::test]
async fn of_repeated_uploads_one_stores_a_photo_and_the_others_leave_nothing() {
    let album = Album::new().await;
    let ana = album.ana().await;
    let keyed = || {
        let record =
            Box::new(|headshot: &Headshot| RecordedResponse { status: 201, body: headshot.key.name() });
        let now = OffsetDateTime::UNIX_EPOCH;
        let request = NewRequest { id: [7; 32], user_id: Some(ana.user.id), fingerprint: [7; 32], now };
        Some(KeyedRequest { request, record })
    };
    let send = || album.photos.upload(&ana, file(&photo()), keyed());
    // All three are running before any of them is stored.
    let results = join_all([send(), send(), send()]).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    let repeated = Err(Code::Conflict.into());
    assert_eq!(results.iter().filter(|result| **result == repeated).count(), 2, "{results:?}");
    assert_eq!((album.states().await, album.kept.keys().len()), (vec![HeadshotState::Stored], 1));
}
