/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The format of an export.
 */
export type ExportFormat = 'csv' | 'xlsx';
