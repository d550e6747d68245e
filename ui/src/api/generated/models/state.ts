/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only applications from this state: the name or the code of a US state or territory, or another text.
 */
export type state = string;
