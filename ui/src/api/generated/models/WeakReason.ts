/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Why a password is refused: it has too few or too many characters (`length`), meets fewer than four rules
 * (`characters`), is well known (`pwned`), or contains a word of the user's name or address or the site's name
 * (`context`).
 */
export type WeakReason = 'length' | 'characters' | 'pwned' | 'context';
