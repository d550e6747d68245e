/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What users are sorted by.
 */
export type UserSort = 'created_at' | 'name' | 'email';
