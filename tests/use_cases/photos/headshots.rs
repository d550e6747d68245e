//! Photos: storage, replacement, and the permissions to use and remove them.

use forum_domain::accounts::{Role, Roles};
use forum_domain::applications::SubmitError;
use forum_domain::headshots::{
    Headshot, HeadshotChangeError, HeadshotState, ImageKind, UploadError, Uploaded,
};
use forum_domain::shared::{IdempotencyKey, RecordedResponse};
use forum_tests::memory::plain_image;
use futures_util::future::join_all;
use uuid::Uuid;

use crate::photos::album::{Album, file, photo};

#[tokio::test]
async fn a_photo_is_re_encoded_and_stored_under_a_key_chosen_by_the_server() {
    let album = Album::new();
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
    let album = Album::new();
    let mut caller = album.ana().await;
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Applicant) {
        caller.user.roles = Roles::from_iter([role]);
        for content in [photo(), b"text".to_vec()] {
            assert_eq!(album.tries(&caller, &content).await, Err(UploadError::NotApplicant), "{role:?}");
        }
    }
    assert_eq!((album.states().await, album.kept.keys()), (Vec::new(), Vec::<String>::new()));
    caller.user.roles = Roles::from_iter([Role::Applicant, Role::Partner]);
    album.uploads(&caller).await;
}

#[tokio::test]
async fn a_fourth_photo_replaces_the_oldest_row_and_file() {
    let album = Album::new();
    let ana = album.ana().await;
    let mut all = Vec::new();
    for _ in 0..4 {
        all.push(album.uploads(&ana).await.key);
    }
    let names: Vec<String> = all[1..].iter().map(|key| key.name()).collect();
    assert_eq!(album.names(&ana).await, names);
    let keys: Vec<String> = all[1..].iter().map(ToString::to_string).collect();
    assert_eq!(album.kept.keys(), keys);
    assert_eq!(album.states().await, [HeadshotState::Stored; 3]);
}

#[tokio::test]
async fn fifty_concurrent_uploads_keep_three_rows_and_three_files() {
    let album = Album::new();
    let ana = album.ana().await;
    join_all((0..50).map(|_| album.uploads(&ana))).await;
    assert_eq!(album.states().await, [HeadshotState::Stored; 3]);
    assert_eq!(album.kept.keys().len(), 3);
}

#[tokio::test]
async fn an_application_accepts_only_a_stored_photo_of_the_applicant() {
    let album = Album::new();
    let ana = album.ana().await;
    let (_, bo) = album.world.applicant("bo@example.org").await;
    let theirs = album.uploads(&bo).await.id;
    let own = album.uploads(&ana).await.id;
    album.photos.remove(&ana, own).await.expect("an unused photo");
    for unknown in [theirs, own, Uuid::nil()] {
        let refused = album.applies(&ana, unknown.to_string()).await;
        let expected = SubmitError::UnknownHeadshot;
        assert_eq!(refused, Err(expected));
    }
    for no_id in ["no id", " ", ""] {
        let refused = album.applies(&ana, no_id.into()).await;
        let Err(SubmitError::Invalid(invalid)) = refused else { panic!("{refused:?}") };
        assert_eq!((invalid.0[0].field.as_str(), invalid.0[0].code), ("/headshot_id", "unknown_headshot"));
    }
}

#[tokio::test]
async fn a_repeated_upload_gets_the_same_response_and_stores_nothing() {
    let album = Album::new();
    let ana = album.ana().await;
    let under = |fingerprint: u8| {
        let record =
            Box::new(|headshot: &Headshot| RecordedResponse { status: 201, body: headshot.key.name() });
        Some(IdempotencyKey { key: "key-1".into(), fingerprint: [fingerprint; 32], record })
    };
    let send = |fingerprint| album.photos.upload(&ana, file(&photo()), under(fingerprint));
    // All three are running before any of them is stored.
    let results = join_all([send(7), send(7), send(7)]).await;
    let created = results.iter().filter(|result| matches!(result, Ok(Uploaded::Created(_)))).count();
    assert_eq!(created, 1, "{results:?}");
    let name = album.names(&ana).await.remove(0);
    let replayed = Ok(Uploaded::Replayed(RecordedResponse { status: 201, body: name }));
    assert_eq!(results.iter().filter(|result| **result == replayed).count(), 2, "{results:?}");
    assert_eq!(send(7).await, replayed);
    assert_eq!(send(8).await, Err(UploadError::Store(HeadshotChangeError::KeyReused)));
    assert_eq!((album.states().await, album.kept.keys().len()), (vec![HeadshotState::Stored], 1));
}
