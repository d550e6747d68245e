/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Why a request for changes is closed. Undoing a decision opens the request again.
 */
export type ChangeRequestOutcomeOrNull = 'resubmitted' | 'taken_back' | 'decided' | null;
