/** Home. */
export { TitlePage as HomePage } from '../title-page';
