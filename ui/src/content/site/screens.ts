export const notFound = {
  title: '404 - Oops! Page not found',
  home: 'Return to Home',
} as const;

export const failure = {
  title: 'Something went wrong',
  text: 'We couldn’t show this page. Nothing you sent was lost.',
  home: 'Return to Home',
  retry: 'Reload the page',
  offline: {
    title: 'You’re offline',
    text: 'We couldn’t load this page without a connection. Nothing you sent was lost. Please try again when you’re connected.',
    retry: 'Try again',
  },
} as const;

/** For pages whose scripts did not load. */
export const notStarted = {
  title: 'This page didn’t load completely',
  text: 'Its menus, forms and account pages won’t work until you reload it.',
  retry: 'Reload the page',
} as const;

export const placeholderText = 'Content coming soon';
export const placeholderLink = (section: string) => `See this topic under ${section}`;

export const layoutWords = {
  skipLink: 'Skip to main content',
  loading: 'Loading the page',
} as const;

const site = 'Educators Forum';

/** The document title: the title of the screen with the site's name, unless the title has it. */
export function documentTitle(title: string): string {
  return title.includes(site) ? title : `${title} | ${site}`;
}
