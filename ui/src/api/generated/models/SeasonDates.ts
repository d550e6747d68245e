/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The dates of the current season.
 */
export type SeasonDates = {
    /**
     * The last day to apply.
     */
    closes_on: string | null;
    /**
     * The day by which the organization decides.
     */
    decides_by: string | null;
};

