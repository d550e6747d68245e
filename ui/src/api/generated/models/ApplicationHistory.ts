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
     * The submission, followed by the decision if there is one.
     */
    items: Array<ApplicationEvent>;
};

