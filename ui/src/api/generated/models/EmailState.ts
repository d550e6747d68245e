/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The delivery status of an email. A failed email is only sent again on request.
 */
export type EmailState = 'queued' | 'sent' | 'failed';
