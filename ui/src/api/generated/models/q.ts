/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only applications in which each of these words, in any order, occurs in the name, email address, teaching
 * position, school district, city, state or subjects. Case, accents and apostrophes are ignored. A word of one
 * or two characters must begin a word.
 */
export type q = string;
