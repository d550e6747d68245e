/** Privacy policy, terms of use and cookie policy. */
export { TitlePage as LegalPage } from '../title-page';
