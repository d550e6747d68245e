/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { MarkOrNull } from './MarkOrNull';
/**
 * The marks of all administrators on an application. The applicant never sees them.
 */
export type ApplicationMarks = {
    /**
     * The number of administrators who would approve it.
     */
    yes: number;
    /**
     * The number of administrators who are undecided.
     */
    maybe: number;
    /**
     * The number of administrators who would not approve it.
     */
    no: number;
    /**
     * Your own mark.
     */
    mine: MarkOrNull;
};

