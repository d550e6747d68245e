/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Where an email stands. A failed one is only sent again on request.
 */
export type EmailState = 'queued' | 'sent' | 'failed';
