//! Photos of applicants: accepted uploads, names of stored files, and the number of photos per user.

mod chosen;
mod file_store;
mod headshot;
mod headshot_store;
mod image_processor;
mod key;
mod photo;
mod service;
mod sweep;
mod upload;

pub use chosen::with_chosen_photo;
pub use file_store::FileStore;
pub use headshot::{
    Headshot, HeadshotRefusal, HeadshotState, OwnHeadshot, Upload, begin_upload, finish_upload,
    give_up_upload, photos_left, remove_headshot, remove_unshown,
};
pub use headshot_store::{HeadshotChangeError, HeadshotStep, HeadshotStore};
pub use image_processor::{ImageError, ImageProcessor, ProcessedImage};
pub use key::{Extension, HeadshotKey};
pub use photo::{DecodedLimits, ImageKind};
pub use service::{HeadshotSort, Headshots, RemoveError};
pub use sweep::{SweepHeadshots, Swept};
pub use upload::{UploadError, UploadedFile};
