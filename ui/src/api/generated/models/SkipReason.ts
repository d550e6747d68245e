/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Why an application was skipped.
 */
export type SkipReason = 'not_found' | 'application_already_decided' | 'own_application' | 'version_conflict' | 'undo_expired' | 'applied_again' | 'forbidden' | 'unavailable' | 'undone';
