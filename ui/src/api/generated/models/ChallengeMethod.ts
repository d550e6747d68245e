/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How `code_challenge` derives from the verifier (RFC 7636, section 4.2). Always `S256`.
 */
export type ChallengeMethod = 'S256';
