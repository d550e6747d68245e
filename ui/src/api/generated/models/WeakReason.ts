/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Why a password is refused.
 */
export type WeakReason = 'length' | 'characters' | 'pwned' | 'context';
