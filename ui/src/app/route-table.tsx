/**
 * The only list of routes: path, lazy page, title. The router, the build's
 * dist/routes.json and the prefetching all read it. Pages are loaded by function, so that reading the table
 * loads none of them.
 *
 * A path with a parameter is one entry for each value, as with the placeholder pages below, so that the build prerenders
 * each and the server knows which exist. Values that only the API knows are in the query (/admin?application=…).
 */
import { placeholderPages } from '../content/placeholder-pages';
import { notFound, screens } from '../content/screens';
import { paths } from '../content/paths';
import type { Screen } from './screen';

const legalPage: Screen['load'] = async () => (await import('../pages/legal/legal-page')).LegalPage;
const placeholder: Screen['load'] = async () =>
  (await import('../pages/placeholder-page')).PlaceholderPage;

export const routeTable: readonly Screen[] = [
  {
    path: paths.home,
    ...screens.home,
    load: async () => (await import('../pages/home/home-page')).HomePage,
  },
  {
    path: paths.about,
    ...screens.about,
    load: async () => (await import('../pages/about/about-page')).AboutPage,
  },
  {
    path: paths.auth,
    ...screens.auth,
    load: async () => (await import('../pages/auth/auth-page')).AuthPage,
    noindex: true,
  },
  {
    path: paths.authConfirm,
    ...screens.authConfirm,
    load: async () => (await import('../pages/auth-confirm/auth-confirm-page')).AuthConfirmPage,
    noindex: true,
    referrer: 'no-referrer',
  },
  {
    path: paths.apply,
    ...screens.apply,
    load: async () => (await import('../pages/apply/apply-page')).ApplyPage,
    noindex: true,
  },
  {
    path: paths.admin,
    ...screens.admin,
    load: async () => (await import('../pages/admin/admin-page')).AdminPage,
    noindex: true,
  },
  {
    path: paths.forum,
    ...screens.forum,
    load: async () => (await import('../pages/forum/forum-page')).ForumPage,
  },
  {
    path: paths.reports,
    ...screens.reports,
    load: async () => (await import('../pages/reports/reports-page')).ReportsPage,
  },
  {
    path: paths.teachers,
    ...screens.teachers,
    load: async () => (await import('../pages/directory/directory-page')).DirectoryPage,
  },
  {
    path: paths.store,
    ...screens.store,
    load: async () => (await import('../pages/store/store-page')).StorePage,
  },
  {
    path: paths.contact,
    ...screens.contact,
    load: async () => (await import('../pages/contact/contact-page')).ContactPage,
  },
  {
    path: paths.donate,
    ...screens.donate,
    load: async () => (await import('../pages/donate/donate-page')).DonatePage,
  },
  {
    path: paths.faq,
    ...screens.faq,
    load: async () => (await import('../pages/faq/faq-page')).FaqPage,
  },
  {
    path: paths.blog,
    ...screens.blog,
    load: async () => (await import('../pages/blog/blog-page')).BlogPage,
  },
  { path: paths.privacy, ...screens.privacy, load: legalPage },
  { path: paths.terms, ...screens.terms, load: legalPage },
  ...placeholderPages.map(({ page, title }) => ({
    path: paths[page],
    title,
    load: placeholder,
    comingSoon: true,
  })),
];

/** For every other path. */
export const notFoundScreen: Screen = {
  path: '*',
  title: notFound.title,
  load: async () => (await import('../pages/not-found-page')).NotFoundPage,
  noindex: true,
};

/** Matches a path as the server does: exactly, except for one trailing slash. */
export function screenAt(pathname: string): Screen | undefined {
  const plain = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return routeTable.find((screen) => screen.path === plain);
}
