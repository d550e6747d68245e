/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The state of each part.
 */
export type ReadinessChecks = {
    /**
     * The database responds.
     */
    database: boolean;
    /**
     * Its schema is what the program needs.
     */
    migrations: boolean;
    /**
     * Photos could be stored and read when that was tried last. If not, the program is ready all the same.
     */
    store: boolean;
    /**
     * No email has been due for long. If not, the program is ready all the same.
     */
    outbox: boolean;
    /**
     * When the oldest email that should have been sent was due.
     */
    outbox_oldest_due: string | null;
};

