/** Contact. */
export { TitlePage as ContactPage } from '../title-page';
