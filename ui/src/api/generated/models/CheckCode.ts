/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Identifies why a part of the program does not work. Stable, as problem codes are.
 */
export type CheckCode = 'closed' | 'unreachable' | 'read_only' | 'behind' | 'ahead' | 'unusable' | 'stalled' | 'late' | 'paused' | 'refused';
