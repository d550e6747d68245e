/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The sort field of applications.
 */
export type ApplicationSort = 'submitted_at' | 'name' | 'email' | 'teaching_position' | 'status' | 'marks' | 'changed_at';
