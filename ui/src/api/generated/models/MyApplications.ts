/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { MyApplication } from './MyApplication';
/**
 * A page of the caller's own applications.
 */
export type MyApplications = {
    /**
     * Newest first.
     */
    items: Array<MyApplication>;
    /**
     * How many there are under the same filter.
     */
    total: number;
    /**
     * Items of a page at most.
     */
    limit: number;
    /**
     * Items passed over.
     */
    offset: number;
};

