/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Headshot } from './Headshot';
/**
 * A part of the own photos.
 */
export type HeadshotPage = {
    items: Array<Headshot>;
    /**
     * Photos in the whole list.
     */
    total: number;
    limit: number;
    offset: number;
};

