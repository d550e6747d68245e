//! The photo file store: a folder on this machine or an S3 bucket, in one adapter. Only this module uses opendal; the
//! composition root constructs the store from `FORUM__FILES__URL`.

mod files_url;
mod key;
mod store;
mod words;

pub use files_url::{AwsEnvironment, Credentials, FilesUrl, FilesUrlError, S3Bucket};
pub use store::{OpenError, OpendalFileStore};
