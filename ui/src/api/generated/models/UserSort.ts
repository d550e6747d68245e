/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The sort field of users.
 */
export type UserSort = 'created_at' | 'name' | 'email';
