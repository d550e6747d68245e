/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The dates of the current season.
 */
export type SeasonDates = {
    closes_on: string | null;
    decides_by: string | null;
};

