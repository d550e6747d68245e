/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The authenticator assurance level of a session (NIST SP 800-63B).
 */
export type Assurance = 'aal1' | 'aal2';
