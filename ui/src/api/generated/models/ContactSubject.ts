/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The subject of a message, as in the contact form.
 */
export type ContactSubject = 'forum-application' | 'university-partnerships' | 'media-request' | 'press-speaking' | 'general-question';
