//! Photos of applicants: what may be uploaded, how a stored file is named, and who keeps how many.

mod headshot;
mod key;
mod photo;
mod ports;
mod service;
mod sweep;
mod upload;

pub use headshot::{
    Headshot, HeadshotRefusal, HeadshotState, OwnHeadshot, Upload, begin_upload, finish_upload,
    give_up_upload, remove_headshot,
};
pub use key::{Extension, HeadshotKey};
pub use photo::{DecodedLimits, ImageKind};
pub use ports::{
    ChangeError, ChangeStep, Changed, FileStore, HeadshotStore, ImageError, ImageProcessor, ProcessedImage,
};
pub use service::{HeadshotPorts, HeadshotSort, Headshots, RemoveError};
pub use sweep::{SweepHeadshots, Swept};
pub use upload::{UploadError, Uploaded, UploadedFile};
