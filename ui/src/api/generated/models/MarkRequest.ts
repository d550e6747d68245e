/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Mark } from './Mark';
/**
 * A mark.
 */
export type MarkRequest = {
    /**
     * Replaces your earlier mark.
     */
    mark: Mark;
};

