/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Replaces `offset`: a `next_cursor` or `prev_cursor` of the same list with the same filter, `sort` and `order`.
 */
export type cursor = string;
