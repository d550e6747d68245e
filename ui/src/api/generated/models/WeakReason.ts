/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What a password is refused for.
 */
export type WeakReason = 'length' | 'characters' | 'pwned' | 'context';
