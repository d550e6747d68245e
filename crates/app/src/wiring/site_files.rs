//! The built frontend, embedded in the program. Debug builds without the feature `embed` read `ui/dist`.

use forum_http::{SiteFile, SiteFiles};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "../../ui/dist"]
struct Dist;

pub struct EmbeddedFiles;

impl SiteFiles for EmbeddedFiles {
    fn read(&self, path: &str) -> Option<SiteFile> {
        Dist::get(path).map(|file| SiteFile { hash: file.metadata.sha256_hash(), data: file.data })
    }
}
