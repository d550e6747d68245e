/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A region of the US Census Bureau. Territories belong to none.
 */
export type Region = 'northeast' | 'midwest' | 'south' | 'west';
