//! A world with photos whose file store can be made to fail.

use std::sync::Arc;

use forum_adapters::system::RandomIds;
use forum_domain::accounts::Caller;
use forum_domain::headshots::{
    Headshot, HeadshotSort, HeadshotState, Headshots, ImageKind, SweepHeadshots, Swept, UploadedFile,
};
use forum_domain::shared::{Order, Page, PageRequest, Refusal};
use forum_tests::faults::BrokenFileStore;
use forum_tests::memory::{MemoryFileStore, PlainImageProcessor, plain_image};
use forum_tests::postgres::PostgresDatabase;
use time::Duration;

use crate::world::{ANA, World};

pub struct Album {
    pub world: World,
    pub kept: Arc<MemoryFileStore>,
    pub files: Arc<BrokenFileStore>,
    pub photos: Headshots,
    pub sweep: SweepHeadshots,
}

impl Album {
    pub async fn new() -> Self {
        let world = World::new().await;
        let kept = Arc::new(MemoryFileStore::new(world.clock.clone()));
        let files = Arc::new(BrokenFileStore::over(kept.clone()));
        let headshots = world.stores.headshots.clone();
        let photos = Headshots {
            headshots: headshots.clone(),
            files: files.clone(),
            images: Arc::new(PlainImageProcessor),
            clock: world.clock.clone(),
            ids: Arc::new(RandomIds),
        };
        let sweep = SweepHeadshots::new(headshots, files.clone(), world.clock.clone());
        Self { world, kept, files, photos, sweep }
    }

    pub fn database(&self) -> &PostgresDatabase {
        self.world.stores.database.as_ref().expect("it is on PostgreSQL")
    }

    pub async fn ana(&self) -> Caller {
        self.world.applicant(ANA).await.1
    }

    pub async fn tries(&self, caller: &Caller, content: &[u8]) -> Result<Headshot, Refusal> {
        self.photos.upload(caller, file(content), None).await
    }

    pub async fn uploads(&self, caller: &Caller) -> Headshot {
        match self.tries(caller, &photo()).await {
            Ok(headshot) => headshot,
            other => panic!("not stored: {other:?}"),
        }
    }

    pub async fn names(&self, caller: &Caller) -> Vec<String> {
        let page = Page { limit: 100, offset: 0 };
        let page = PageRequest::new(page, HeadshotSort::Name, Order::Asc, &[]);
        let listing = self.photos.list(caller, page).await;
        listing.expect("a list").items.iter().map(|headshot| headshot.key.name()).collect()
    }

    pub async fn states(&self) -> Vec<HeadshotState> {
        let rows = self.world.stores.readback.headshots().await;
        rows.into_iter().map(|(_, state)| state).collect()
    }

    pub async fn sweeps_an_hour_later(&self) -> Swept {
        self.world.clock.advance(Duration::minutes(61));
        self.sweep.sweep().await.expect("a completed sweep")
    }
}

pub fn photo() -> Vec<u8> {
    plain_image(ImageKind::Jpeg, 2_048, 1_024)
}

pub fn file(content: &[u8]) -> UploadedFile {
    UploadedFile { content: content.to_vec(), name: Some("Me.JPEG".into()) }
}

pub fn swept(rows: usize, files: usize) -> Swept {
    Swept { rows, files, faults: Vec::new() }
}
