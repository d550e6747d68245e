/** The words around the pages: not found, failed, and the frame. */

export const notFound = {
  title: '404 - Oops! Page not found',
  home: 'Return to Home',
} as const;

export const failure = {
  title: 'Something went wrong',
  text: 'This page could not be shown. Nothing you sent was lost.',
  home: 'Return to Home',
  retry: 'Reload the page',
} as const;

/** Where the code of the site did not arrive. */
export const notStarted = {
  title: 'This page could not be loaded completely',
  text: 'Its menus, forms and account pages will not work until you reload it.',
  retry: 'Reload the page',
} as const;

export const placeholderText = 'Content coming soon';
export const placeholderLink = (section: string) => `Go to ${section}`;

export const layoutWords = {
  skipLink: 'Skip to main content',
  loading: 'Loading the page',
} as const;

const site = 'Educators Forum';

/** What the browser's tab shows for a screen: its title and the site's name, which stands in it once. */
export function documentTitle(title: string): string {
  return title.includes(site) ? title : `${title} | ${site}`;
}
