//! Files sent in chunks at a minimum rate, because they occupy shared memory until the last chunk is sent.

use std::io;
use std::time::Duration;

use bytes::BytesMut;
use futures_util::{TryStreamExt, stream};
use poem::Body;
use tokio::io::AsyncReadExt;
use tokio::time::Instant;

/// Minimum average rate of an upload or download, in bytes per second. A slow phone connection has twice as much.
pub(crate) const PACE: f64 = 16.0 * 1024.0;

/// Size of a piece in bytes.
pub(crate) const PIECE: usize = 32 * 1024;
/// How long a client may fall behind [`PACE`].
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// How often the caller's right to a response is checked while it is sent.
pub(crate) const CHECKED_EVERY: Duration = Duration::from_millis(250);

/// The body, which ends early once the check fails.
pub(crate) fn while_true<C: Future<Output = bool> + Send>(
    every: Duration,
    body: Body,
    check: impl Fn() -> C + Send + 'static,
) -> Body {
    let begun = (body.into_bytes_stream(), check, Instant::now());
    let pieces = stream::try_unfold(begun, move |(mut pieces, check, mut checked_at)| async move {
        if checked_at.elapsed() >= every {
            if !check().await {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the caller has lost the right"));
            }
            checked_at = Instant::now();
        }
        let piece = pieces.try_next().await?;
        Ok(piece.map(|piece| (piece, (pieces, check, checked_at))))
    });
    Body::from_bytes_stream(pieces)
}

/// A body that holds `held` until its last chunk is read, and fails if the client reads too slowly. The chunks are
/// copies, because slices would keep the whole file in memory.
pub(crate) fn in_pieces(content: Vec<u8>, held: impl Send + 'static, patience: Duration) -> Body {
    let started = Instant::now();
    let pieces = stream::try_unfold((content, 0, held), move |(content, sent, held)| async move {
        let Some(piece) = content[sent..].chunks(PIECE).next().map(<[u8]>::to_vec) else { return Ok(None) };
        if started.elapsed() > allowed(sent, patience) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly"));
        }
        let sent = sent + piece.len();
        Ok(Some((piece, (content, sent, held))))
    });
    Body::from_bytes_stream(pieces)
}

/// Like [`in_pieces`], but reads a file from its current position.
pub(crate) fn file_in_pieces(file: std::fs::File, held: impl Send + 'static) -> Body {
    let started = Instant::now();
    let state = (tokio::fs::File::from_std(file), 0, held);
    let pieces = stream::try_unfold(state, move |(mut file, sent, held)| async move {
        if started.elapsed() > allowed(sent, PATIENCE) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly"));
        }
        let mut piece = BytesMut::with_capacity(PIECE);
        let read = file.read_buf(&mut piece).await?;
        Ok((read > 0).then(|| (piece.freeze(), (file, sent + read, held))))
    });
    Body::from_bytes_stream(pieces)
}

/// The time within which so many bytes must have been read.
pub(crate) fn allowed(sent: usize, patience: Duration) -> Duration {
    patience + Duration::from_secs_f64(sent as f64 / PACE)
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::StreamExt;

    use super::*;

    #[test]
    fn every_16_kib_extend_the_time_by_a_second() {
        for (sent, seconds) in [(0, 30), (16 * 1024, 31), (5 * 1024 * 1024, 350)] {
            assert_eq!(allowed(sent, PATIENCE), Duration::from_secs(seconds), "{sent}");
        }
    }

    #[tokio::test]
    async fn all_pieces_arrive_and_then_the_permit_is_released() {
        let (content, held) = ((0..3 * PIECE + 7).map(|index| index as u8).collect::<Vec<_>>(), Arc::new(()));
        let body = in_pieces(content.clone(), held.clone(), PATIENCE);
        assert_eq!(Arc::strong_count(&held), 2);
        assert_eq!(body.into_vec().await.expect("whole"), content);
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[tokio::test]
    async fn a_response_ends_once_its_caller_has_lost_the_right_to_it() {
        let (held, left) = (Arc::new(()), AtomicUsize::new(2));
        let check = move || ready(left.fetch_sub(1, Ordering::Relaxed) > 0);
        let body = while_true(Duration::ZERO, in_pieces(vec![0; 9 * PIECE], held.clone(), PATIENCE), check);
        let pieces: Vec<_> = body.into_bytes_stream().collect().await;
        assert_eq!(pieces.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false]);
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[tokio::test]
    async fn a_client_that_reads_too_slowly_is_cut_off_and_the_permit_is_released() {
        let held = Arc::new(());
        let body = in_pieces(vec![0; 3 * PIECE], held.clone(), Duration::ZERO);
        assert!(body.into_vec().await.is_err());
        assert_eq!(Arc::strong_count(&held), 1);
    }
}
