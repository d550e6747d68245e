/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Headshot } from './Headshot';
export type HeadshotList = {
    items: Array<Headshot>;
    total: number;
    limit: number;
    offset: number;
};

