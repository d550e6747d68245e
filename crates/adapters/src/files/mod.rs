//! The file store of photos: a folder of this machine, or a bucket of S3, below one adapter. Made by the
//! composition root from `FORUM__FILES__URL`; nothing else names opendal.

mod files_url;
mod key;
mod store;
mod words;

pub use files_url::{AwsEnvironment, Credentials, FilesUrl, FilesUrlError, S3Bucket};
pub use store::{OpenError, OpendalFileStore};
