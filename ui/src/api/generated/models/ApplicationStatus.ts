/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Where an application stands.
 */
export type ApplicationStatus = 'pending' | 'approved' | 'rejected';
