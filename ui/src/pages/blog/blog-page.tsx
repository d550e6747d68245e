/** News and updates. */
export { TitlePage as BlogPage } from '../title-page';
