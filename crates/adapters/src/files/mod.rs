//! The photo file store: a folder on this machine or an S3 bucket. Only this module uses opendal. The composition root
//! constructs the store from `FORUM__FILES__URL`.

mod files_url;
mod key;
mod redaction;
mod store;

pub use files_url::{AwsEnvironment, Credentials, FilesUrl, FilesUrlError, S3Bucket};
pub use store::{OpenError, OpendalFileStore};
