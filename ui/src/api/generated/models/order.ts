/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SortOrder } from './SortOrder';
/**
 * Ascending or descending.
 */
export type order = SortOrder;

