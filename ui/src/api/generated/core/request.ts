/* generated using scripts/generate-api.mjs -- do not edit */
export { request } from '../../transport/client';
