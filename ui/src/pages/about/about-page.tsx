/** About the organisation. */
export { TitlePage as AboutPage } from '../title-page';
