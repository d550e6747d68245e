/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What happened to an application.
 */
export type ApplicationAction = 'submitted' | 'decided' | 'undone' | 'changed';
