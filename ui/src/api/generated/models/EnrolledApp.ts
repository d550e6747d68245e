/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What an authenticator app is set up with. Shown once.
 */
export type EnrolledApp = {
    id: string;
    /**
     * The secret in base32, for typing.
     */
    secret: string;
    /**
     * The same as an `otpauth://` address, for opening in an app.
     */
    uri: string;
    /**
     * The address as a QR code: an SVG document.
     */
    qr_svg: string;
};

