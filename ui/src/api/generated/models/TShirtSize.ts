/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A T-shirt size.
 */
export type TShirtSize = 'XS' | 'S' | 'M' | 'L' | 'XL' | 'XXL';
