/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The number of applications from a state.
 */
export type ChosenByState = {
    /**
     * The code of a US state or territory. Null for all other places together.
     */
    state: string | null;
    /**
     * At least 1.
     */
    count: number;
};

