//! Tests of the contract suites: the contracts listed for each seeded bug must fail.

use forum_tests::contract::{
    Backend, account_security, accounts, audit, change_requests, decisions, directory, drafts, email_changes,
    events, headshots, housekeeping, identities, limits, mail_records, notes, outbox, own_data, profiles,
    recovery, registrations, requests, review, sessions, sign_in_flows, submissions, templates, undo, users,
    viewers, waking, withdrawals,
};
use forum_tests::memory::{MemoryDatabase, SeededBug};
use tokio::task::JoinSet;

macro_rules! caught {
    ($($name:ident: $bug:ident by [$($suite:ident::$contract:ident),+ $(,)?];)+) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                $({
                    let stores = MemoryDatabase::with_bug(SeededBug::$bug).stores();
                    let mut run = JoinSet::new();
                    run.spawn(async move { $suite::$contract(&stores).await });
                    let outcome = run.join_next().await.expect("a finished contract");
                    let failed = outcome.is_err_and(|error| error.is_panic());
                    assert!(failed, "{} misses {:?}", stringify!($contract), SeededBug::$bug);
                })+
            }
        )+
    };
}

caught! {
    a_missing_lock_is_caught: NoLock by [
        email_changes::a_second_confirmation_sees_what_the_first_stored,
        decisions::a_second_decision_sees_what_the_first_stored,
        decisions::a_decision_that_waits_for_an_edit_sees_its_version,
        decisions::a_demotion_waits_for_the_decision_by_the_administrator,
        withdrawals::of_a_withdrawal_and_a_decision_at_the_same_time_one_is_stored,
        change_requests::the_second_of_two_requests_sees_the_first,
        headshots::a_second_change_sees_what_the_first_stored,
        headshots::a_concurrent_submission_and_removal_leave_no_dead_link,
        submissions::the_second_of_two_submissions_is_refused,
        sessions::a_second_rotation_sees_what_the_first_stored,
        recovery::a_second_reset_sees_that_the_grant_is_used,
        registrations::two_concurrent_confirmations_create_one_user,
        registrations::two_links_for_one_address_used_concurrently_create_one_user,
        profiles::a_second_password_change_sees_what_the_first_stored,
        own_data::two_administrators_deleting_their_accounts_concurrently_leave_one,
        users::administrators_removing_each_other_concurrently_leave_one,
    ];
    a_mail_about_a_request_that_was_taken_back_is_caught: RequestMailStays by [
        change_requests::closing_a_request_removes_its_mail_while_it_is_queued,
        change_requests::the_mail_about_a_request_waits_until_a_decision_is_final,
        change_requests::a_withdrawal_deletes_the_requests_and_the_versions,
    ];
    a_second_reminder_is_caught: ReminderRepeated by [
        change_requests::an_unanswered_request_is_reminded_of_once,
    ];
    earlier_answers_lost_by_an_edit_are_caught: EarlierAnswersLost by [
        change_requests::an_edit_replaces_the_answers_and_keeps_the_earlier_ones_with_their_request,
        change_requests::an_export_has_the_requests_by_and_to_its_user_and_the_earlier_answers,
    ];
    a_deleted_photo_of_an_earlier_version_is_caught: EarlierPhotosOverlooked by [
        change_requests::a_photo_of_an_earlier_version_is_in_use,
    ];
    a_message_that_outlives_its_application_is_caught: SentMessagesStay by [
        change_requests::a_withdrawal_deletes_the_requests_and_the_versions,
    ];
    a_request_that_outlives_the_decision_is_caught: RequestOutlivesDecision by [
        change_requests::a_decision_closes_the_open_request_and_undoing_it_opens_the_request_again,
        change_requests::two_acts_at_the_same_time_happen_one_after_the_other,
    ];
    versions_kept_after_the_account_are_caught: VersionsKept by [
        change_requests::the_account_of_the_applicant_takes_the_requests_and_versions_along,
    ];
    notes_kept_after_the_account_are_caught: NotesKept by [
        notes::the_account_of_the_applicant_takes_the_notes_along,
        notes::an_addition_during_a_deletion_leaves_no_note,
    ];
    viewers_who_never_leave_are_caught: ViewersStay by [
        viewers::a_viewer_is_gone_after_leaving_or_30_seconds_of_silence,
    ];
    unannounced_edits_of_notes_are_caught: EditsUnannounced by [
        notes::every_addition_edit_and_deletion_is_announced,
    ];
    answers_lost_by_a_withdrawal_are_caught: AnswersLostByWithdrawal by [
        withdrawals::a_withdrawal_deletes_the_application_and_stores_its_answers_as_the_draft,
        withdrawals::a_withdrawal_keeps_the_photo_in_the_draft_and_removes_the_others,
    ];
    a_receipt_kept_after_a_withdrawal_is_caught: ReceiptOutlivesWithdrawal by [
        withdrawals::a_withdrawal_deletes_only_the_responses_recorded_about_its_application,
    ];
    a_draft_kept_after_submission_is_caught: DraftOutlivesSubmission by [
        drafts::a_submission_deletes_its_applicants_draft,
    ];
    a_draft_saved_after_submission_is_caught: SubmissionOverlooked by [
        drafts::a_save_that_arrives_after_the_submission_is_refused,
    ];
    a_draft_kept_after_its_account_is_caught: DraftKept by [
        own_data::deleting_an_account_deletes_its_draft,
    ];
    a_fault_instead_of_a_refusal_is_caught: LoserFails by [
        headshots::a_second_change_sees_what_the_first_stored,
        decisions::a_second_decision_sees_what_the_first_stored,
        submissions::the_second_of_two_submissions_is_refused,
        registrations::two_links_for_one_address_used_concurrently_create_one_user,
    ];
    a_missing_rollback_is_caught: NoRollback by [
        email_changes::a_change_whose_notice_cannot_be_queued_keeps_the_old_address,
        headshots::a_row_that_cannot_be_stored_rolls_back_the_others,
        users::a_change_whose_audit_entry_cannot_be_written_is_rolled_back,
        templates::an_edit_whose_audit_entry_cannot_be_written_is_rolled_back,
        mail_records::a_retry_whose_audit_entry_cannot_be_written_keeps_the_dead_letter,
        decisions::a_failing_second_mail_rolls_back_a_decision,
        submissions::a_failing_second_mail_rolls_back_a_submission,
        registrations::a_sign_up_whose_mail_cannot_be_queued_is_rolled_back,
        recovery::a_reset_whose_mail_cannot_be_queued_is_rolled_back,
        profiles::a_notice_that_cannot_be_queued_keeps_the_old_password,
        account_security::a_session_is_opened_with_its_notice_or_not_at_all,
    ];
    an_outbox_outside_the_transaction_is_caught: MailsOutsideTransaction by [
        decisions::a_failing_second_mail_rolls_back_a_decision,
        submissions::a_failing_second_mail_rolls_back_a_submission,
    ];
    a_forgotten_commit_is_caught: ForgottenCommit by [
        accounts::a_created_user_is_found_by_the_address_in_either_case,
        outbox::the_oldest_due_mails_are_leased_first_and_no_more_than_requested,
    ];
    a_forgotten_role_change_is_caught: RolesForgotten by [
        decisions::a_decision_is_stored_with_its_history_mail_and_audit,
    ];
    an_undone_approval_that_takes_other_roles_is_caught: UndoTakesPlannedRoles by [
        undo::roles_that_the_approval_did_not_change_stay,
    ];
    an_overlooked_decision_on_a_later_application_is_caught: LaterDecisionOverlooked by [
        undo::a_rejection_cannot_be_undone_after_another_application,
    ];
    undoing_after_a_lease_is_caught: UndoneAfterLease by [
        undo::a_decision_whose_mail_is_leased_or_was_tried_cannot_be_undone,
        undo::either_a_worker_gets_the_mail_or_the_decision_is_undone,
    ];
    a_mail_about_an_undone_decision_is_caught: UndoneMailStays by [
        undo::an_undone_approval_leaves_the_application_and_the_roles_as_before,
        undo::either_a_worker_gets_the_mail_or_the_decision_is_undone,
    ];
    a_forgotten_record_is_caught: RecordForgotten by [
        requests::an_act_stores_its_record_and_another_act_under_it_stores_nothing,
        requests::concurrent_acts_under_one_record_act_once,
    ];
    a_repeated_act_is_caught: RepeatedActs by [
        requests::an_act_stores_its_record_and_another_act_under_it_stores_nothing,
        requests::concurrent_acts_under_one_record_act_once,
        requests::a_record_expires_and_is_replaced,
    ];
    a_lease_given_twice_is_caught: LeaseGivenTwice by [
        outbox::the_oldest_due_mails_are_leased_first_and_no_more_than_requested,
        outbox::a_mail_with_an_expired_lease_is_leased_again_and_the_attempt_counts,
    ];
    notices_that_delay_urgent_mail_are_caught: NoPriority by [
        outbox::an_awaited_mail_is_leased_before_five_hundred_notices,
    ];
    settling_without_the_lease_is_caught: SettledWithoutLease by [
        outbox::settling_without_the_lease_has_no_effect_and_is_reported,
        outbox::a_renewed_lease_holds_until_its_new_expiry,
        outbox::a_released_mail_is_due_as_before_and_its_attempt_does_not_count,
    ];
    a_retry_of_a_mail_in_any_state_is_caught: RetriedInAnyState by [
        mail_records::only_a_dead_letter_can_be_retried,
    ];
    an_edit_that_loses_earlier_versions_is_caught: EarlierVersionsLost by [
        templates::an_edit_is_stored_with_its_version_and_audit_entry_and_keeps_earlier_versions,
    ];
    previews_that_never_expire_are_caught: PreviewsKept by [
        templates::a_preview_is_shown_until_it_expires,
    ];
    registrations_kept_after_confirmation_are_caught: RegistrationsKept by [
        registrations::confirming_creates_a_user_and_drops_the_other_registrations_for_the_address,
    ];
    an_unmarked_contested_sign_up_is_caught: ContestOverlooked by [
        registrations::a_second_sign_up_for_an_address_is_contested,
    ];
    sessions_kept_after_a_reset_are_caught: SessionsKept by [
        recovery::a_grant_sets_the_password_once_and_ends_every_session_of_the_user,
    ];
    attempts_counted_per_mail_are_caught: TriesOfOneMail by [
        registrations::wrong_codes_count_per_address_and_not_per_mail,
    ];
    addresses_compared_case_sensitively_are_caught: CaseSensitiveAddress by [
        accounts::a_taken_address_is_refused_in_either_case_and_nothing_is_stored,
        registrations::the_owner_of_an_address_is_found_in_either_case,
        registrations::confirming_creates_a_user_and_drops_the_other_registrations_for_the_address,
    ];
    a_worker_that_is_not_woken_is_caught: NeverWakes by [
        waking::a_commit_wakes_a_waiting_worker,
        waking::a_commit_between_two_waits_is_not_missed,
        waking::a_submission_and_a_decision_wake_the_worker,
    ];
    use_of_an_old_token_is_caught: UseOfAnyCounter by [
        sessions::a_use_counts_only_for_the_current_counter,
    ];
    a_photo_deleted_while_in_use_is_caught: UseOverlooked by [
        headshots::a_photo_is_in_use_as_long_as_its_application_exists,
    ];
    an_unshown_photo_that_is_not_found_is_caught: UnshownOverlooked by [
        headshots::only_an_old_photo_that_nothing_shows_is_unshown,
    ];
    a_row_deleted_before_its_file_is_caught: ForgottenWhileStored by [
        headshots::a_row_can_be_forgotten_only_while_its_photo_is_being_removed,
    ];
    a_photo_shown_without_its_file_is_caught: UnsettledShown by [
        headshots::a_photo_is_found_from_when_it_is_stored_until_it_is_removed,
    ];
    sessions_that_survive_a_new_password_are_caught: OtherSessionsKept by [
        profiles::a_new_password_ends_every_session_but_one,
    ];
    a_pending_application_kept_after_its_account_is_caught: PendingKept by [
        own_data::deletion_keeps_only_anonymous_decided_applications,
    ];
    an_address_kept_after_its_account_is_caught: AddressKept by [
        own_data::deletion_keeps_only_anonymous_decided_applications,
    ];
    a_challenge_answered_by_another_user_is_caught: ChallengesOfOthersAnswered by [
        account_security::a_challenge_is_seen_by_its_user_until_it_is_answered,
    ];
    a_challenge_answered_twice_is_caught: ChallengeAnsweredTwice by [
        account_security::a_challenge_is_seen_by_its_user_until_it_is_answered,
        account_security::concurrent_answers_consume_a_challenge_once,
    ];
    a_passkey_shared_by_two_accounts_is_caught: PasskeyShared by [
        account_security::a_passkey_belongs_to_one_account,
    ];
    an_identity_shared_by_two_accounts_is_caught: IdentityShared by [
        identities::an_identity_belongs_to_one_account,
        identities::a_taken_address_or_identity_creates_no_user,
        identities::an_identity_linked_concurrently_gets_one_owner,
    ];
    an_identity_unlinked_by_another_user_is_caught: IdentitiesOfOthersUnlinked by [
        identities::another_users_identity_cannot_be_unlinked,
    ];
    a_flow_finished_twice_is_caught: FlowFinishedTwice by [
        sign_in_flows::a_flow_is_finished_once_with_its_original_state,
        sign_in_flows::a_sign_in_flow_finishes_once_under_concurrency,
    ];
    uncounted_wrong_answers_are_caught: MissesUncounted by [
        account_security::a_refused_step_stores_its_change,
    ];
    a_session_ended_by_another_user_is_caught: SessionsEndedByOthers by [
        sessions::only_its_user_can_end_a_single_session,
    ];
    a_row_kept_beyond_its_retention_is_caught: CutOffMissed by [
        housekeeping::a_row_is_removed_at_its_time_and_not_before,
    ];
    an_unbounded_batch_is_caught: BatchUnbounded by [
        housekeeping::the_oldest_rows_are_removed_first_and_no_more_than_requested,
    ];
    a_registration_removed_with_a_valid_link_is_caught: LiveLinkDropped by [
        housekeeping::a_registration_with_a_live_link_stays_until_the_link_expires,
    ];
    a_mail_removed_before_it_was_sent_is_caught: UnsentMailDropped by [
        housekeeping::rows_still_in_use_stay_however_old,
    ];
    counts_that_follow_the_filter_are_caught: CountsFollowFilter by [
        review::a_status_filters_the_list_and_never_the_counts,
    ];
    a_refusal_that_takes_a_token_is_caught: RefusalCounts by [
        limits::a_refusal_returns_the_wait_and_takes_no_token,
    ];
    a_shortened_expiry_of_a_known_network_is_caught: KnownForShorter by [
        limits::a_network_is_known_until_its_expiry_which_is_never_shortened,
    ];
    ties_that_share_a_position_are_caught: TiesShareAPlace by [
        review::a_walk_by_cursor_visits_each_row_once_while_rows_leave_the_filter,
        directory::a_walk_by_cursor_visits_each_user_once,
        audit::a_walk_visits_each_of_several_simultaneous_entries_once_while_others_arrive,
        mail_records::a_walk_visits_each_of_several_simultaneous_mails_once_while_others_arrive,
        events::simultaneous_acts_are_each_read_once_in_batches,
        sessions::a_walk_by_cursor_visits_each_session_once,
        submissions::a_walk_by_cursor_visits_each_own_application_once,
    ];
    acts_by_former_administrators_are_caught: FormerAdministratorsAct by [
        decisions::a_decision_by_a_former_administrator_leaves_no_trace,
        audit::an_entry_by_a_former_administrator_is_not_recorded,
        mail_records::a_retry_by_a_former_administrator_keeps_the_dead_letter,
        templates::requests_from_a_former_administrator_store_nothing,
    ];
    counting_a_disabled_administrator_is_caught: DisabledAdministratorsCount by [
        users::a_disabled_administrator_is_not_counted_as_remaining,
    ];
    sessions_that_outlive_disabling_are_caught: SessionsOutliveDisabling by [
        users::disabling_ends_the_sessions_and_enabling_revives_none,
    ];
    reuse_of_a_reserved_address_is_caught: ReservationOverlooked by [
        email_changes::an_address_is_reserved_as_long_as_it_can_be_restored,
    ];
    sessions_kept_after_restoring_an_address_are_caught: RestoredWithSessions by [
        email_changes::restoring_an_address_ends_sessions_password_and_later_changes,
    ];
    factors_kept_after_restoring_an_address_are_caught: RestoredWithFactors by [
        email_changes::restoring_an_address_removes_suspect_factors_and_identities,
    ];
    links_that_outlive_their_address_are_caught: LinksOutliveAddress by [
        email_changes::a_change_ends_registrations_links_and_grants_for_both_addresses,
    ];
    voiding_the_oldest_restore_link_is_caught: OldestLinkDies by [
        email_changes::the_oldest_restore_link_of_a_chain_wins,
    ];
    an_email_change_that_survives_a_new_password_is_caught: ChangeOutlivesPassword by [
        email_changes::a_newer_request_a_password_and_a_taken_address_void_the_links,
    ];
}
