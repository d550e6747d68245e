/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What was looked at.
 */
export type ReadinessChecks = {
    /**
     * The database answers.
     */
    database: boolean;
    /**
     * Its schema holds what this program needs.
     */
    migrations: boolean;
    /**
     * Photos can be kept.
     */
    store: boolean;
    /**
     * Mail that is due is being sent.
     */
    outbox: boolean;
    /**
     * When the oldest mail that is due and not sent became due.
     */
    outbox_oldest_due?: string;
};

