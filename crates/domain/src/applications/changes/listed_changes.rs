//! What the review list shows of the requests for changes to an application. Pure.

use crate::applications::{RequestOutcome, Status};
use crate::shared::words;

words! {
    /// How far the last request for changes to a pending application is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ChangeProgress {
        Requested = "requested",
        Made = "made",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedChanges {
    /// The number of the current answers: 1 for those that were submitted.
    pub version: u32,
    /// `None` without a request, after the last one was taken back, and after the decision.
    pub progress: Option<ChangeProgress>,
}

impl ListedChanges {
    /// `outcomes` are those of all requests, oldest first; `None` for an open one. Each edit closes one request
    /// (docs/product.md, 6.8).
    pub fn of(status: Status, outcomes: &[Option<RequestOutcome>]) -> Self {
        let edits = outcomes.iter().filter(|outcome| **outcome == Some(RequestOutcome::Resubmitted));
        let progress = match outcomes.last() {
            Some(None) => Some(ChangeProgress::Requested),
            Some(Some(RequestOutcome::Resubmitted)) => Some(ChangeProgress::Made),
            Some(Some(RequestOutcome::TakenBack | RequestOutcome::Decided)) | None => None,
        };
        Self {
            version: edits.fold(1, |version, _| version + 1),
            progress: progress.filter(|_| status == Status::Pending),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RequestOutcome::{Decided, Resubmitted, TakenBack};
    use super::*;

    #[test]
    fn the_last_request_of_a_pending_application_decides_the_progress_and_each_edit_counts() {
        let (requested, made) = (Some(ChangeProgress::Requested), Some(ChangeProgress::Made));
        type Row = (&'static [Option<RequestOutcome>], u32, Option<ChangeProgress>);
        let table: [Row; 9] = [
            (&[], 1, None),
            (&[None], 1, requested),
            (&[Some(Resubmitted)], 2, made),
            (&[Some(TakenBack)], 1, None),
            (&[Some(Decided)], 1, None),
            (&[Some(Resubmitted), None], 2, requested),
            (&[Some(Resubmitted), Some(TakenBack)], 2, None),
            (&[Some(TakenBack), Some(Resubmitted)], 2, made),
            (&[Some(Resubmitted), Some(TakenBack), Some(Resubmitted)], 3, made),
        ];
        for (outcomes, version, progress) in table {
            let listed = ListedChanges::of(Status::Pending, outcomes);
            assert_eq!(listed, ListedChanges { version, progress }, "{outcomes:?}");
            for status in [Status::Approved, Status::Rejected] {
                let decided = ListedChanges::of(status, outcomes);
                assert_eq!(decided, ListedChanges { version, progress: None }, "{status:?}, {outcomes:?}");
            }
        }
    }
}
