//! Bugs that a store could have, for the tests of the contract suites.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeededBug {
    /// A withdrawal keeps the responses recorded for the submission and for acts of administrators.
    ReceiptOutlivesWithdrawal,
    /// A withdrawal stores no draft.
    AnswersLostByWithdrawal,
    /// Closing a request for changes, or a withdrawal, keeps its queued mail, and a decision does not delay it.
    RequestMailStays,
    /// Each call reminds of a request again.
    ReminderRepeated,
    /// An edit does not store the answers that it replaces.
    EarlierAnswersLost,
    /// A photo of an earlier version can be removed.
    EarlierPhotosOverlooked,
    /// A decision does not close the open request for changes.
    RequestOutlivesDecision,
    /// The deletion of an account keeps the requests for changes and the earlier versions.
    VersionsKept,
    /// Rows are read without a lock, so two overlapping units of work both act on the same old state.
    NoLock,
    /// Like [`NoLock`](Self::NoLock), but the second unit of work fails with an error at its end, where a rule should
    /// refuse it.
    LoserFails,
    /// Changes made before a failure are kept.
    NoRollback,
    /// Mails are written outside the transaction and survive its failure.
    MailsOutsideTransaction,
    ForgottenCommit,
    /// The role change of a transition is not stored.
    RolesForgotten,
    /// An undone approval reverts roles that the approval did not change.
    UndoTakesPlannedRoles,
    /// An undone decision overlooks a later application that was decided.
    LaterDecisionOverlooked,
    /// A decision is undone although a worker has leased its mail.
    UndoneAfterLease,
    /// The mail about an undone decision is sent.
    UndoneMailStays,
    /// The idempotency record is not stored with the change.
    RecordForgotten,
    /// A request whose record exists acts again.
    RepeatedActs,
    /// A leased row is given to another worker too.
    LeaseGivenTwice,
    /// Mails are leased in an order that depends only on their times.
    NoPriority,
    /// A worker without the lease can settle a row.
    SettledWithoutLease,
    /// Editing a template removes its earlier versions.
    EarlierVersionsLost,
    /// Previews are shown after they have expired, and never removed.
    PreviewsKept,
    /// Any mail can be retried, even a sent one.
    RetriedInAnyState,
    /// Confirming an address keeps its other registrations.
    RegistrationsKept,
    /// A second sign-up for the same address is not marked as contested.
    ContestOverlooked,
    /// Resetting a password keeps the sessions.
    SessionsKept,
    /// Wrong codes are counted per mail and not per address.
    TriesOfOneMail,
    /// Addresses are compared case-sensitively.
    CaseSensitiveAddress,
    /// A commit wakes no worker.
    NeverWakes,
    /// An access token with an older counter marks the current one as used.
    UseOfAnyCounter,
    /// A photo in an application can be removed.
    UseOverlooked,
    /// The row of a photo can be deleted while its file exists.
    ForgottenWhileStored,
    /// A photo is found while its file is being written or removed.
    UnsettledShown,
    /// A pending application survives the account of its applicant.
    PendingKept,
    /// Mails, tokens and registrations for an address survive its account.
    AddressKept,
    /// A new password ends no session.
    OtherSessionsKept,
    /// Anyone who knows the id of a session can end it.
    SessionsEndedByOthers,
    /// Housekeeping keeps a row slightly longer than its retention.
    CutOffMissed,
    /// Housekeeping removes more rows than its batch size.
    BatchUnbounded,
    /// Housekeeping removes a registration whose link is still live.
    LiveLinkDropped,
    /// Housekeeping removes mails that were not sent.
    UnsentMailDropped,
    /// The counts of the review list are also filtered.
    CountsFollowFilter,
    /// A refused token is taken nevertheless, so trying again makes the wait longer.
    RefusalCounts,
    /// The last sign-in decides how long a network is remembered, even if that is shorter than before.
    KnownForShorter,
    /// Rows with equal sort keys have the same position in the list.
    TiesShareAPlace,
    /// The roles of the acting administrator are not read under the lock that the act takes.
    FormerAdministratorsAct,
    /// Disabled administrators count among those who remain.
    DisabledAdministratorsCount,
    /// Disabling an account keeps its sessions.
    SessionsOutliveDisabling,
    /// A reserved address can be taken.
    ReservationOverlooked,
    /// Restoring an address keeps its sessions.
    RestoredWithSessions,
    /// Restoring an address keeps the factors of the user who changed it.
    RestoredWithFactors,
    /// Links, codes and grants for an address survive its account's change to another one.
    LinksOutliveAddress,
    /// Restoring an address also voids the links to earlier addresses.
    OldestLinkDies,
    /// Notes on decided applications survive the account of the applicant.
    NotesKept,
    /// A viewer who left without a word is shown forever.
    ViewersStay,
    /// An application can have any number of notes.
    /// Only audited edits of notes are announced.
    EditsUnannounced,
    /// The sweep finds no photo that nothing shows.
    UnshownOverlooked,
    /// The message of a request stays in its sent mail after a withdrawal.
    SentMessagesStay,
    /// A submission does not delete the draft.
    DraftOutlivesSubmission,
    /// A draft is saved without looking at the pending application.
    SubmissionOverlooked,
    /// A draft survives the account of its applicant.
    DraftKept,
    /// A pending change of address survives a new password and a newer request.
    ChangeOutlivesPassword,
    /// A challenge can be answered by another user.
    ChallengesOfOthersAnswered,
    /// A challenge can be answered twice.
    ChallengeAnsweredTwice,
    /// Wrong answers to a challenge are not counted.
    MissesUncounted,
    /// One passkey can belong to two accounts.
    PasskeyShared,
    /// One identity can be linked to two accounts.
    IdentityShared,
    /// Any user can unlink an identity.
    IdentitiesOfOthersUnlinked,
    /// A sign-in flow can be finished twice.
    FlowFinishedTwice,
}
