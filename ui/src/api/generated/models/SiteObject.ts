/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Feature } from './Feature';
import type { GivingUrls } from './GivingUrls';
import type { SeasonDates } from './SeasonDates';
/**
 * What the operator has switched on.
 */
export type SiteObject = {
    /**
     * The features that are on.
     */
    features: Array<Feature>;
    /**
     * Where visitors can write to.
     */
    contact_email: string;
    /**
     * Null unless `giving` is on.
     */
    giving: GivingUrls | null;
    /**
     * The address of the shop. Null unless `shop` is on.
     */
    shop_url: string | null;
    /**
     * Empty unless `apply` is on.
     */
    season: SeasonDates;
};

