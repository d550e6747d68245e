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
     * Whether the last check could store and read photos. A failure does not affect readiness.
     */
    store: boolean;
    /**
     * Whether mails are sent on time. A failure does not affect readiness.
     */
    outbox: boolean;
    /**
     * When the oldest unsent mail was due.
     */
    outbox_oldest_due: string | null;
};

