/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The department that gets the messages of a subject.
 */
export type ContactDepartment = 'general' | 'media' | 'forum';
