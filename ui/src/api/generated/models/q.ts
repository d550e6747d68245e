/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only applications whose name, email address, teaching position or school district contains this text,
 * ignoring case and accents.
 */
export type q = string;
