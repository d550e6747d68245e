/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Why another application may be from the same person: it is from the same account, has the same name (ignoring case and
 * accents) and date of birth, or has the same telephone number (with or without the country code 1).
 */
export type SimilarityReason = 'same_person' | 'same_name_and_birth_date' | 'same_phone';
