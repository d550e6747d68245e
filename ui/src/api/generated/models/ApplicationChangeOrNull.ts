/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An act on a pending application that is not a decision.
 */
export type ApplicationChangeOrNull = 'changes_requested' | 'request_taken_back' | 'resubmitted' | null;
