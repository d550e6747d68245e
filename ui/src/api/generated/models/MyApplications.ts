/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { MyApplication } from './MyApplication';
/**
 * A page of your applications.
 */
export type MyApplications = {
    /**
     * The items on this page.
     */
    items: Array<MyApplication>;
    /**
     * How many items match the filter, on all pages together.
     */
    total: number;
    /**
     * How many items were asked for at most.
     */
    limit: number;
    /**
     * How many items were skipped.
     */
    offset: number;
};

