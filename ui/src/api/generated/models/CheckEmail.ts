/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckEmailStatus } from './CheckEmailStatus';
/**
 * The answer for every address.
 */
export type CheckEmail = {
    status: CheckEmailStatus;
};

