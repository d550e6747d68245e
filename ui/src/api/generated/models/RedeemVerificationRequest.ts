/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { LinkToken } from './LinkToken';
import type { TypedCode } from './TypedCode';
/**
 * The contents of an email: the token of its link, or its code.
 */
export type RedeemVerificationRequest = (LinkToken | TypedCode);

