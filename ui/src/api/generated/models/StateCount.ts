/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The numbers of applications from a state.
 */
export type StateCount = {
    /**
     * The code of the state or territory, a value of the filter `state`. Null for all other texts together.
     */
    state: string | null;
    /**
     * The name of the state or territory.
     */
    state_name: string | null;
    /**
     * Applications that wait for a decision.
     */
    pending: number;
    /**
     * Approved applications.
     */
    approved: number;
    /**
     * Rejected applications.
     */
    rejected: number;
    /**
     * Pending applications that the team wants, but not your own.
     */
    team_yes: number;
};

