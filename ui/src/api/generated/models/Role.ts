/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A role of a user.
 */
export type Role = 'admin' | 'member' | 'applicant' | 'moderator' | 'partner';
