/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What kind of file an export is.
 */
export type ExportFormat = 'csv' | 'xlsx';
