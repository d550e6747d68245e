/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How many applications to approve, and how far that is.
 */
export type Selection = {
    /**
     * How many applications to approve. Null if none is set.
     */
    target: number | null;
    /**
     * Another after every change of the target, for `If-Match`.
     */
    version: string;
    /**
     * The number of approved applications.
     */
    approved: number;
    /**
     * The number of pending applications that the team wants, but not your own.
     */
    team_yes: number;
};

