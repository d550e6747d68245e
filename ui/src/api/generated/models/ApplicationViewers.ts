/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationViewer } from './ApplicationViewer';
/**
 * The other administrators who have the application open, the earliest first.
 */
export type ApplicationViewers = {
    /**
     * All items.
     */
    items: Array<ApplicationViewer>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

