/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationEvent } from './ApplicationEvent';
/**
 * The history of an application, oldest event first.
 */
export type ApplicationHistory = {
    /**
     * All items.
     */
    items: Array<ApplicationEvent>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

