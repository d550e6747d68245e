/** Frequently asked questions. */
export { TitlePage as FaqPage } from '../title-page';
