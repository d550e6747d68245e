/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { LinkToken } from './LinkToken';
import type { TypedCode } from './TypedCode';
/**
 * What an email holds: the token of its link, or the code to type.
 */
export type RedeemVerificationRequest = (LinkToken | TypedCode);

