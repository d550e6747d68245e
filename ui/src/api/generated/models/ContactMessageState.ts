/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How far a message of the contact form is.
 */
export type ContactMessageState = 'new' | 'answered' | 'spam';
