/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Identifies a kind of field error. Stable, as problem codes are.
 */
export type FieldCode = 'required' | 'invalid_type' | 'invalid_value' | 'invalid_choice' | 'invalid_text' | 'invalid_email' | 'invalid_date' | 'invalid_scope' | 'invalid_cursor' | 'too_long' | 'too_many' | 'out_of_range' | 'duplicate' | 'not_requested' | 'url_in_name' | 'weak_password' | 'same_password' | 'same_email' | 'unknown_headshot' | 'unknown_placeholder' | 'invalid_subject' | 'html_rejected' | 'unknown_field' | 'unknown_parameter';
