/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The secret for an authenticator app. Shown once.
 */
export type EnrolledApp = {
    /**
     * Identifies the new factor.
     */
    id: string;
    /**
     * The secret in base32, for typing.
     */
    secret: string;
    /**
     * The secret as an `otpauth://` URI.
     */
    uri: string;
    /**
     * The URI as a QR code, an SVG document.
     */
    qr_svg: string;
};

