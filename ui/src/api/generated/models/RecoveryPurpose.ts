/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Always `recovery`.
 */
export type RecoveryPurpose = 'recovery';
