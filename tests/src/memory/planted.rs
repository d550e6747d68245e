//! Mistakes that a store could make, for the suite that tests the contract suites: each must be caught by the
//! contract named for it. Nothing but that suite may plant one.

/// One mistake of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planted {
    /// Rows are read without a lock: two units of work that overlap both act on what stood before them.
    NoLock,
    /// Like [`NoLock`](Self::NoLock), but the second is failed at its end, where a rule should refuse it.
    LoserFails,
    /// What was written before a failure stays.
    NoRollback,
    /// Mails are written outside the transaction and outlive its failure.
    MailsOutsideTransaction,
    /// The transaction is never committed.
    ForgottenCommit,
    /// The role change of a transition is not stored.
    RolesForgotten,
    /// The idempotency record is not stored with the act.
    RecordForgotten,
    /// A leased row is given to the next worker too.
    LeaseGivenTwice,
    /// A worker without the lease can settle a row.
    SettledWithoutLease,
    /// Any mail can be tried again, sent ones too.
    RetriedInAnyState,
    /// Confirming an address leaves its other registrations.
    RegistrationsKept,
    /// Wrong codes count for the mail they were typed after and not for its address.
    TriesOfOneMail,
    /// Addresses are compared with regard to case.
    CaseSensitiveAddress,
    /// Nobody is woken by a commit.
    NeverWakes,
    /// An accepted token of an older counter counts as use of the current one.
    UseOfAnyCounter,
    /// A photo that an application shows counts as free.
    UseOverlooked,
    /// The row of a photo can be taken away while its file is there.
    ForgottenWhileStored,
    /// A photo is found while its file is being written or removed.
    UnsettledShown,
    /// Whoever knows the id of a session can end it.
    AnybodyEndsSessions,
    /// Housekeeping leaves a row a moment longer than its time.
    CutOffMissed,
    /// Housekeeping removes more at once than it was asked to.
    BatchUnbounded,
    /// Housekeeping removes a registration whose link still works.
    LiveLinkDropped,
    /// Housekeeping removes mails that were not sent.
    UnsentMailDropped,
    /// The counts of the review list follow its filter.
    CountsFollowFilter,
    /// Rows that are equal under the sorting have one place in the list.
    TiesShareAPlace,
}
