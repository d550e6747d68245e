/** The store. */
export { TitlePage as StorePage } from '../title-page';
