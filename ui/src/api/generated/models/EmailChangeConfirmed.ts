/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ChangeEmailPurpose } from './ChangeEmailPurpose';
import type { EmailChangeSideOrNull } from './EmailChangeSideOrNull';
/**
 * One address of a change has confirmed it.
 */
export type EmailChangeConfirmed = {
    purpose: ChangeEmailPurpose;
    /**
     * The address that has not yet confirmed. Null once the address is changed.
     */
    pending: EmailChangeSideOrNull;
};

