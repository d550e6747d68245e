/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The status of an email. A sent email was accepted by the mail host, which does not report whether it arrived. A failed
 * one is only sent again on request.
 */
export type EmailState = 'queued' | 'sent' | 'failed';
