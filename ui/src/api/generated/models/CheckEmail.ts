/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckEmailStatus } from './CheckEmailStatus';
/**
 * The response for every email address, known or not.
 */
export type CheckEmail = {
    status: CheckEmailStatus;
};

