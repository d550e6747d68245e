/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Identifies a kind of problem. Stable: a code never changes its meaning.
 */
export type ProblemCode = 'malformed_request' | 'token_invalid' | 'challenge_expired' | 'authentication_required' | 'invalid_token' | 'token_expired' | 'session_revoked' | 'session_expired' | 'invalid_credentials' | 'refresh_token_invalid' | 'refresh_token_reused' | 'recovery_expired' | 'code_invalid' | 'credential_invalid' | 'id_token_invalid' | 'forbidden' | 'not_applicant' | 'email_not_verified' | 'account_disabled' | 'second_factor_required' | 'reauthentication_required' | 'not_found' | 'unknown_provider' | 'method_not_allowed' | 'request_timeout' | 'already_member' | 'application_pending_exists' | 'application_already_decided' | 'own_application' | 'own_roles' | 'last_admin' | 'too_many_factors' | 'account_exists' | 'identity_taken' | 'last_way_in' | 'in_use' | 'conflict' | 'version_conflict' | 'payload_too_large' | 'unsupported_media_type' | 'unsupported_image' | 'validation_failed' | 'unknown_field' | 'unknown_parameter' | 'invalid_text' | 'invalid_cursor' | 'unknown_role' | 'invalid_scope' | 'weak_password' | 'same_password' | 'idempotency_key_reused' | 'image_too_large' | 'image_unreadable' | 'unknown_placeholder' | 'invalid_subject' | 'html_rejected' | 'precondition_required' | 'rate_limited' | 'internal_error' | 'busy' | 'unavailable';
