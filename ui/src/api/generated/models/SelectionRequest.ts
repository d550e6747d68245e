/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A target.
 */
export type SelectionRequest = {
    /**
     * From 1 to 100,000. Null or left out for none.
     */
    target?: number | null;
};

