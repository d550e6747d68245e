/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How an identity is proved.
 */
export type ProviderKind = 'openid' | 'wallet';
