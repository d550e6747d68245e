//! The rules of every store, one suite per subject. `tests/contracts` runs each contract on the memory adapters and on
//! PostgreSQL, and seeds bugs to check that the suites fail.

mod account;
mod application;
mod mailing;
mod operation;
mod rendezvous;
mod stores;

use std::future::Future;

use forum_domain::accounts::{AccountStore, Role};
use forum_domain::applications::{Application, Submitted};
use time::OffsetDateTime;
use tokio::task::JoinSet;
use uuid::Uuid;

pub use account::*;
pub use application::*;
pub use mailing::*;
pub use operation::*;
pub use stores::{AuditRow, Backend, OutboxState, Readback, StoredMail, Stores, opens};

use crate::builders::{new_user, submit_step};

/// Instantiates every contract on one backend, as one test each.
#[macro_export]
macro_rules! every_contract {
    ($backend:ty) => {
        $crate::contracts!($backend, accounts: [
            a_created_user_is_found_by_the_address_in_either_case,
            a_taken_address_is_refused_in_either_case_and_nothing_is_stored,
            an_address_taken_concurrently_creates_one_user,
            a_created_user_drops_the_registrations_of_the_address,
            signing_in_reads_the_user_or_the_newest_registration,
            users_with_a_role_are_listed_oldest_first,
        ]);
        $crate::contracts!($backend, audit: [
            an_entry_is_appended_and_its_id_is_never_used_twice,
            an_entry_is_read_back_with_its_actor_time_target_and_detail,
            an_entry_of_a_former_administrator_is_not_recorded,
            the_log_is_read_newest_first_under_each_filter,
            a_walk_visits_each_entry_of_one_moment_once_while_others_arrive,
        ]);
        $crate::contracts!($backend, decisions: [
            approval_replaces_applicant_by_member,
            rejection_keeps_the_roles_and_lets_the_applicant_apply_again,
            a_decision_is_stored_with_its_history_mail_and_audit,
            a_failing_second_mail_leaves_nothing_of_a_decision,
            a_refused_decision_leaves_no_trace,
            a_decision_of_a_former_administrator_leaves_no_trace,
            a_demotion_waits_for_the_decision_of_the_administrator,
            a_second_decision_sees_what_the_first_stored,
            fifty_decisions_at_once_decide_once,
            two_administrators_deciding_on_each_other_at_once_both_succeed,
            an_unknown_application_is_not_found,
        ]);
        $crate::contracts!($backend, directory: [
            a_role_and_a_query_filter_the_list_and_its_total,
            users_are_found_with_and_without_accents_in_either_case,
            every_sort_key_of_users_works_in_both_directions,
            a_walk_by_cursor_visits_each_user_once,
            a_user_is_shown_with_their_last_sign_in,
            one_user_is_found_with_their_applications_and_live_sessions,
        ]);
        $crate::contracts!($backend, drafts: [
            a_draft_is_read_back_as_it_was_saved_and_replaced_whole,
            a_refused_save_leaves_the_earlier_draft,
            a_submission_deletes_the_draft_of_its_applicant,
            a_save_that_arrives_after_the_submission_is_refused,
            a_save_and_a_submission_at_once_leave_no_draft,
            concurrent_saves_store_one_whole_draft,
            a_photo_that_is_removed_leaves_its_draft,
        ]);
        $crate::contracts!($backend, email_changes: [
            a_request_stores_a_change_two_links_and_two_mails,
            a_refused_request_leaves_no_trace,
            a_request_writes_the_same_rows_whoever_has_the_address,
            both_confirmations_in_either_order_change_the_address,
            a_change_ends_registrations_links_and_grants_of_both_addresses,
            a_newer_request_a_password_and_a_taken_address_void_the_links,
            an_address_is_reserved_as_long_as_it_can_be_put_back,
            putting_an_address_back_ends_sessions_password_and_later_changes,
            putting_an_address_back_removes_what_the_change_makes_suspect,
            changing_back_to_a_reserved_address_restores_it,
            the_oldest_restore_link_of_a_chain_wins,
            mails_requested_again_are_the_same_rows_for_every_address,
            a_second_confirmation_sees_what_the_first_stored,
            many_changes_at_once_leave_every_address_with_one_account,
            a_change_whose_notice_cannot_be_queued_leaves_the_old_address,
            a_deleted_account_leaves_no_change_link_or_mail_of_one,
        ]);
        $crate::contracts!($backend, events: [
            acts_are_read_oldest_first_with_the_roles_of_now,
            acts_of_one_moment_are_read_once_each_in_batches,
        ]);
        $crate::contracts!($backend, account_security: [
            what_a_step_stores_is_read_back,
            factors_are_read_oldest_first_and_only_those_of_their_user,
            a_refused_step_stores_its_change_nevertheless,
            a_fault_leaves_nothing_of_a_change,
            a_challenge_is_seen_by_its_user_until_it_is_answered,
            a_new_challenge_drops_the_expired_ones_of_its_user,
            removing_a_factor_deletes_its_challenges,
            concurrent_answers_consume_a_challenge_once,
            a_passkey_belongs_to_one_account,
            a_deleted_user_has_no_factors,
            a_step_sees_the_live_sessions_of_its_user_least_recently_used_first,
            a_step_ends_only_sessions_of_its_user,
            a_step_that_opens_a_session_sees_the_browsers_of_its_network,
            a_session_is_opened_with_its_notice_or_not_at_all,
        ]);
        $crate::contracts!($backend, headshots: [
            a_photo_is_found_from_when_it_is_stored_until_it_is_removed,
            every_kind_and_extension_is_read_back_as_it_was_written,
            a_change_sees_the_photos_of_its_user_and_no_others,
            a_second_change_sees_what_the_first_stored,
            fifty_uploads_at_once_keep_three,
            a_row_that_cannot_be_stored_rolls_back_the_others,
            a_refused_change_leaves_no_trace,
            an_unknown_user_has_no_photos_and_cannot_add_any,
            a_photo_is_in_use_as_long_as_its_application_exists,
            an_application_takes_only_a_stored_photo_of_the_applicant,
            a_submission_and_a_removal_at_once_leave_no_dead_link,
            a_row_can_be_forgotten_only_while_its_photo_is_being_removed,
            unsettled_photos_are_listed_oldest_first_without_recent_ones,
            keys_without_a_row_are_reported,
            an_upload_with_a_known_key_gets_the_recorded_response,
            the_same_key_may_be_used_in_another_operation,
        ]);
        $crate::contracts!($backend, housekeeping: [
            a_row_is_removed_at_its_time_and_not_before,
            rows_still_in_use_stay_however_old,
            a_registration_with_a_live_link_stays_until_the_link_expires,
            the_oldest_rows_are_removed_first_and_no_more_than_asked_for,
            rows_that_referenced_a_removed_row_stay,
            many_removals_at_once_remove_each_row_once,
        ]);
        $crate::contracts!($backend, idempotency: [
            a_replay_returns_the_recorded_response_and_runs_no_step,
            the_same_key_with_another_body_is_refused,
            an_expired_key_is_new,
            concurrent_submissions_under_one_key_create_one_and_replay_it,
            a_key_belongs_to_its_user,
            a_refused_submission_keeps_no_record,
        ]);
        $crate::contracts!($backend, identities: [
            a_user_is_created_with_an_identity_and_found_by_it,
            a_taken_address_or_identity_creates_no_user,
            an_identity_is_linked_and_unlinked_with_its_notice,
            an_identity_belongs_to_one_account,
            another_users_identity_cannot_be_unlinked,
            a_step_sees_the_password_and_the_identities_of_its_user,
            an_identity_linked_concurrently_gets_one_owner,
        ]);
        $crate::contracts!($backend, limits: [
            a_bucket_gives_its_burst_and_refills_with_time,
            a_refusal_names_the_wait_and_takes_nothing,
            concurrent_takings_never_exceed_the_burst,
            a_token_given_back_can_be_taken_again,
            a_bucket_from_a_clock_that_was_set_back_is_full,
            a_network_is_known_until_its_time_and_never_for_shorter,
        ]);
        $crate::contracts!($backend, mail_records: [
            mails_are_listed_newest_first_with_masked_addresses,
            a_state_filters_the_list,
            a_walk_visits_each_mail_of_one_moment_once_while_others_arrive,
            a_retried_dead_letter_is_due_again_with_its_attempts_reset,
            only_a_dead_letter_can_be_retried,
            a_retry_of_a_former_administrator_leaves_the_dead_letter,
            a_retry_whose_audit_entry_cannot_be_written_leaves_the_dead_letter,
            only_a_dead_letter_can_be_discarded_and_it_is_gone,
        ]);
        $crate::contracts!($backend, outbox: [
            what_was_queued_is_leased_unchanged,
            the_oldest_due_mails_are_leased_first_and_no_more_than_asked_for,
            an_awaited_mail_is_leased_before_five_hundred_notices,
            notices_of_one_kind_within_ten_minutes_are_one_mail_that_counts_them,
            a_notice_the_host_may_have_seen_is_not_merged,
            while_the_mail_host_refuses_all_mail_one_mail_is_tried_at_a_time,
            a_mail_is_not_leased_before_it_is_due,
            many_workers_at_once_never_share_a_row,
            a_mail_with_an_expired_lease_is_leased_again_and_the_attempt_counts,
            a_renewed_lease_holds_until_its_new_expiry,
            a_released_mail_is_due_as_before_and_its_attempt_does_not_count,
            settling_without_the_lease_has_no_effect_and_is_reported,
            a_mail_due_later_than_any_possible_wait_is_due_now,
            a_lease_longer_than_any_possible_lease_is_ignored,
            a_failed_mail_waits_for_its_next_attempt,
            a_dead_letter_is_kept_and_never_leased_again,
            a_sent_mail_is_never_leased_again,
            a_discarded_row_is_gone,
            the_backlog_contains_due_mails_that_are_not_settled,
        ]);
        $crate::contracts!($backend, recovery: [
            a_grant_sets_the_password_once_and_ends_every_session_of_the_user,
            using_one_link_or_grant_uses_up_all_of_the_address,
            a_grant_is_judged_with_the_owner_of_its_address,
            a_grant_for_a_pending_address_creates_the_user,
            the_first_password_of_a_contested_account_is_set_by_a_grant,
            concurrent_resets_with_one_grant_succeed_once,
            a_second_reset_sees_that_the_grant_is_used,
            a_reset_whose_mail_cannot_be_queued_leaves_nothing,
            a_sign_in_code_is_used_once,
            a_typed_code_belongs_to_the_newest_mail_of_its_purposes,
        ]);
        $crate::contracts!($backend, own_data: [
            a_copy_holds_everything_of_its_person_and_nothing_else,
            deletion_leaves_decided_applications_without_a_person_and_nothing_else,
            a_deleted_user_can_do_nothing_and_the_address_can_sign_up_again,
            a_deleted_account_leaves_no_draft,
            a_refused_deletion_leaves_everything,
            only_administrators_who_can_sign_in_count_as_others,
            two_administrators_deleting_themselves_concurrently_leave_one,
            a_decision_and_a_deletion_at_once_both_end,
            a_decision_during_a_deletion_waits_until_it_ends,
            a_decided_application_of_a_deleted_account_stays_decided,
        ]);
        $crate::contracts!($backend, profiles: [
            an_account_is_read_with_its_user_and_password,
            a_new_name_is_stored_with_its_audit_entry,
            a_step_without_a_new_name_changes_nothing,
            a_new_password_ends_every_session_but_one,
            a_notice_that_cannot_be_queued_leaves_the_old_password,
            a_refused_password_leaves_no_trace,
            a_second_password_change_sees_what_the_first_stored,
        ]);
        $crate::contracts!($backend, registrations: [
            a_sign_up_writes_the_same_rows_whoever_owns_the_address,
            a_sign_up_whose_mail_cannot_be_queued_leaves_nothing,
            the_owner_of_an_address_is_found_in_either_case,
            confirming_makes_a_user_and_drops_the_other_registrations_of_the_address,
            a_used_link_is_shown_as_used_and_creates_no_user,
            an_unknown_token_is_refused,
            a_typed_code_belongs_to_the_newest_mail,
            wrong_codes_are_counted_and_cost_the_same_for_every_address,
            wrong_codes_count_per_address_and_not_per_mail,
            a_sign_up_beside_another_one_is_contested,
            two_confirmations_at_once_make_one_user,
            two_links_of_one_address_at_once_make_one_user,
            a_token_is_live_until_it_is_used_expires_or_is_dropped,
        ]);
        $crate::contracts!($backend, review: [
            a_status_filters_the_list_and_never_the_counts,
            a_query_finds_names_addresses_positions_and_districts_in_either_case,
            a_query_of_any_script_and_length_is_a_text,
            applicants_are_found_with_and_without_accents_in_either_case,
            wildcards_in_a_query_stand_for_themselves,
            every_sort_key_works_in_both_directions,
            positions_are_sorted_ignoring_case,
            pages_cover_the_list_without_gaps_or_duplicates,
            a_walk_by_cursor_visits_each_row_once_while_rows_leave_the_filter,
        ]);
        $crate::contracts!($backend, review_reading: [
            a_history_names_who_did_what,
            an_export_has_what_the_list_shows,
            an_export_is_as_of_one_moment,
            the_numbers_stay_exact_while_everything_happens_at_once,
        ]);
        $crate::contracts!($backend, sessions: [
            a_session_is_found_with_the_current_roles,
            a_session_keeps_how_its_user_proved_who_they_are,
            a_session_shows_that_its_account_is_disabled,
            only_a_revoked_session_is_reported_to_its_owner,
            a_rotation_is_stored_and_a_repetition_changes_nothing,
            a_token_three_behind_ends_the_session,
            a_disabled_account_rotates_nothing,
            a_revoking_step_ends_the_session_and_is_refused_as_reused,
            a_refused_rotation_changes_nothing,
            fifty_refreshes_at_once_move_the_counter_once,
            a_second_rotation_sees_what_the_first_stored,
            a_use_counts_only_for_the_current_counter,
            each_scope_ends_its_sessions_and_no_others,
            only_its_user_can_end_a_single_session,
            the_live_sessions_of_a_user_are_listed_by_their_last_use,
        ]);
        $crate::contracts!($backend, sign_in_flows: [
            a_flow_is_finished_once_as_it_was_begun,
            a_flow_is_not_finished_as_one_of_another_kind,
            an_expired_flow_cannot_be_finished,
            a_sign_in_flow_finishes_once_under_concurrency,
        ]);
        $crate::contracts!($backend, submissions: [
            a_submission_is_stored_with_its_history_mail_and_audit,
            an_application_is_read_back_as_it_was_written,
            a_failing_second_mail_leaves_nothing_of_a_submission,
            a_refused_submission_leaves_no_trace,
            the_second_of_two_submissions_is_refused,
            twenty_submissions_at_once_make_one_application_and_one_mail,
            an_unknown_user_cannot_submit,
            own_applications_are_listed_newest_first,
        ]);
        $crate::contracts!($backend, templates: [
            the_three_templates_are_seeded_at_their_first_version,
            an_edit_is_stored_with_its_version_and_audit_entry_and_earlier_ones_stay,
            an_edit_that_is_refused_or_without_effect_stores_nothing,
            concurrent_edits_of_a_version_store_one,
            an_edit_whose_audit_entry_cannot_be_written_leaves_nothing,
            a_test_mail_is_queued_with_its_own_texts,
            what_a_former_administrator_asked_for_stores_nothing,
            a_preview_is_shown_until_it_expires,
        ]);
        $crate::contracts!($backend, users: [
            a_change_of_roles_is_stored_with_its_audit_entry,
            a_change_that_is_refused_or_without_effect_stores_nothing,
            disabling_ends_the_sessions_and_enabling_revives_none,
            a_disabled_administrator_is_not_counted_as_remaining,
            administrators_removing_each_other_concurrently_leave_one,
            a_change_whose_audit_entry_cannot_be_written_leaves_nothing,
        ]);
        $crate::contracts!($backend, waking: [
            a_commit_wakes_a_waiting_worker,
            a_commit_between_two_waits_is_not_missed,
            a_submission_and_a_decision_wake_the_worker,
            waiting_ends_at_its_timeout,
            a_wait_without_work_continues,
        ]);
    };
}

/// Instantiates one suite; only [`every_contract`] calls it.
#[macro_export]
macro_rules! contracts {
    ($backend:ty, $suite:ident: [$($contract:ident),* $(,)?]) => {
        mod $suite {
            #[allow(unused_imports, reason = "the backend may stand in the parent module or in the prelude")]
            use super::*;

            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
                async fn $contract() {
                    let backend = <$backend as $crate::contract::Backend>::fresh().await;
                    let stores = $crate::contract::Backend::stores(&backend);
                    $crate::contract::$suite::$contract(&stores).await;
                    drop(stores);
                    $crate::contract::Backend::remove(backend).await;
                }
            )*
        }
    };
}

/// Creates a user with these roles.
async fn person(accounts: &dyn AccountStore, email: &str, roles: &[Role]) -> Uuid {
    let user = new_user(email, roles);
    let user_id = user.id;
    accounts.create_user(user).await.expect("the address is free");
    user_id
}

/// Submits an application, which is then pending.
async fn submitted(stores: &Stores, user_id: Uuid, at: OffsetDateTime) -> Application {
    match stores.applications.submit(user_id, None, at, submit_step(at)).await {
        Ok(Submitted::Created(application)) => *application,
        other => panic!("an applicant can submit: {other:?}"),
    }
}

/// Runs all futures concurrently and returns their results in no particular order.
async fn concurrently<F>(all: impl IntoIterator<Item = F>) -> Vec<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    all.into_iter().collect::<JoinSet<_>>().join_all().await
}
