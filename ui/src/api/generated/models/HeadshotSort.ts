/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The sort field of photos.
 */
export type HeadshotSort = 'name' | 'created_at';
