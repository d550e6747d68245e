/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What applications are sorted by.
 */
export type ApplicationSort = 'submitted_at' | 'name' | 'email' | 'teaching_position' | 'status';
