/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AddressVerified } from './AddressVerified';
import type { EmailChangeConfirmed } from './EmailChangeConfirmed';
import type { EmailRestored } from './EmailRestored';
import type { RecoveryGranted } from './RecoveryGranted';
/**
 * The result of redeeming a token or code.
 */
export type VerificationResult = (AddressVerified | RecoveryGranted | EmailChangeConfirmed | EmailRestored);

