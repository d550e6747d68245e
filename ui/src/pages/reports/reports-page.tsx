/** Reports and insights. */
export { TitlePage as ReportsPage } from '../title-page';
