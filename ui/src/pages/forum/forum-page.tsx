/** The Educators Forum. */
export { TitlePage as ForumPage } from '../title-page';
