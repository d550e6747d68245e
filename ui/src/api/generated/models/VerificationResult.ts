/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AddressVerified } from './AddressVerified';
import type { RecoveryGranted } from './RecoveryGranted';
/**
 * What the token or code did.
 */
export type VerificationResult = (AddressVerified | RecoveryGranted);

