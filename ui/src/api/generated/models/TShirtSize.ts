/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The size of a forum shirt.
 */
export type TShirtSize = 'XS' | 'S' | 'M' | 'L' | 'XL' | 'XXL';
