/** The teacher directory. */
export { TitlePage as DirectoryPage } from '../title-page';
