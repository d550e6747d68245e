//! Reads a secret from a file. Refuses pipes, devices, directories and huge files, so that the program neither blocks
//! nor runs out of memory.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

/// Maximum size of a secret in bytes. The longest, a URL with keys, has a few hundred.
const MAX_BYTES: u64 = 64 * 1024;

/// Refuses anything but a regular UTF-8 file of up to 64 KiB.
pub fn read(path: &Path) -> io::Result<String> {
    read_text(open(path)?.0)
}

pub(crate) fn open(path: &Path) -> io::Result<(File, Metadata)> {
    // Opening a pipe would block until it has a writer. Regular files ignore the flag.
    let nonblocking = OFlags::NONBLOCK.bits().cast_signed();
    let file = OpenOptions::new().read(true).custom_flags(nonblocking).open(path)?;
    let seen = file.metadata()?;
    if seen.is_file() {
        Ok((file, seen))
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

pub(crate) fn read_text(file: File) -> io::Result<String> {
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 64 KiB"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_a_regular_file_of_moderate_size_is_read() {
        let directory = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| directory.path().join(name);
        fs::write(at("secret"), "s3cret\n").expect("a writable file");
        std::os::unix::fs::symlink(at("secret"), at("link")).expect("a link");
        assert_eq!(read(&at("secret")).expect("a readable file"), "s3cret\n");
        assert_eq!(read(&at("link")).expect("a readable file"), "s3cret\n");

        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        let fifo = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, at("pipe"), fifo, mode, 0).expect("a pipe");
        fs::write(at("large"), vec![b'x'; MAX_BYTES as usize + 1]).expect("a writable file");
        fs::write(at("whole"), vec![b'x'; MAX_BYTES as usize]).expect("a writable file");
        fs::write(at("bytes"), b"\xff\xfe").expect("a writable file");
        let refused = |path: &Path| read(path).map_err(|error| error.kind()).expect_err("a refusal");
        for irregular in [&at("pipe"), directory.path(), Path::new("/dev/zero")] {
            assert_eq!(refused(irregular), io::ErrorKind::InvalidInput, "{}", irregular.display());
        }
        assert_eq!(refused(&at("large")), io::ErrorKind::FileTooLarge);
        assert_eq!(read(&at("whole")).expect("a readable file").len() as u64, MAX_BYTES);
        assert_eq!(refused(&at("bytes")), io::ErrorKind::InvalidData);
        assert_eq!(refused(&at("nothing")), io::ErrorKind::NotFound);
    }
}
