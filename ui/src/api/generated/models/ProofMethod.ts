/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An authentication method.
 */
export type ProofMethod = 'password' | 'code' | 'totp' | 'passkey' | 'recovery_code' | 'oidc' | 'id_token' | 'web3';
