/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What all administrators think of an application: `divided` if there are both yes and no, and neither leads by two;
 * otherwise the one with more marks, and `none` without a majority.
 */
export type TeamMark = 'yes' | 'divided' | 'no' | 'none';
