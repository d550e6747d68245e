/** Ways to give. */
export { TitlePage as DonatePage } from '../title-page';
