/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The reason for refusing a password.
 */
export type WeakReason = 'length' | 'characters' | 'pwned' | 'context';
