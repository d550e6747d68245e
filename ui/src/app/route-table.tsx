/**
 * The only list of routes: each page with its code. The router, the build's dist/routes.json and the prefetching all
 * read it. Pages are loaded by function, so that reading the table loads none of them.
 *
 * Of pages that search engines may know, each is an entry, so that the build prerenders it and the server knows it. A path
 * with a parameter (`/admin/applications/:id`) is for pages with `noindex`: their values are known to the API alone.
 */
import {
  postPath,
  postTitles,
  reportPath,
  reportTitles,
} from '../content/publications/article-titles';
import { pages, placeholderPages } from '../content/site/pages';
import { notFound } from '../content/site/screens';
import type { Screen } from './screen';

const legalPage: Screen['load'] = async () => (await import('../pages/legal/legal-page')).LegalPage;
const placeholder: Screen['load'] = async () =>
  (await import('../pages/placeholder-page')).PlaceholderPage;

const post =
  (id: string): Screen['load'] =>
  async () =>
    (await import('../pages/blog/post-page')).postPageOf(id);
const report =
  (id: string): Screen['load'] =>
  async () =>
    (await import('../pages/reports/report-page')).reportPageOf(id);

export const routeTable: readonly Screen[] = [
  {
    ...pages.home,
    load: async () => (await import('../pages/home/home-page')).HomePage,
  },
  {
    ...pages.about,
    load: async () => (await import('../pages/about/about-page')).AboutPage,
  },
  {
    ...pages.auth,
    load: async () => (await import('../pages/auth/auth-page')).AuthPage,
    noindex: true,
  },
  {
    ...pages.authConfirm,
    load: async () => (await import('../pages/auth-confirm/auth-confirm-page')).AuthConfirmPage,
    noindex: true,
    referrer: 'no-referrer',
  },
  {
    ...pages.authFinish,
    load: async () => (await import('../pages/auth-finish/auth-finish-page')).AuthFinishPage,
    noindex: true,
    referrer: 'no-referrer',
  },
  {
    ...pages.authRecover,
    load: async () => (await import('../pages/auth-recover/auth-recover-page')).AuthRecoverPage,
    noindex: true,
    referrer: 'no-referrer',
  },
  {
    ...pages.authReset,
    load: async () => (await import('../pages/auth-reset/auth-reset-page')).AuthResetPage,
    noindex: true,
    referrer: 'no-referrer',
  },
  {
    ...pages.authRestore,
    load: async () => (await import('../pages/auth-restore/auth-restore-page')).AuthRestorePage,
    noindex: true,
    referrer: 'no-referrer',
  },
  {
    ...pages.account,
    load: async () => (await import('../pages/account/account-page')).AccountPage,
    noindex: true,
  },
  {
    ...pages.apply,
    load: async () => (await import('../pages/apply/apply-page')).ApplyPage,
    noindex: true,
  },
  {
    ...pages.admin,
    load: async () => (await import('../pages/admin/admin-page')).AdminPage,
    noindex: true,
  },
  {
    ...pages.forum,
    load: async () => (await import('../pages/forum/forum-page')).ForumPage,
  },
  {
    ...pages.reports,
    load: async () => (await import('../pages/reports/reports-page')).ReportsPage,
  },
  {
    ...pages.teachers,
    load: async () => (await import('../pages/directory/directory-page')).DirectoryPage,
  },
  {
    ...pages.store,
    load: async () => (await import('../pages/store/store-page')).StorePage,
  },
  {
    ...pages.contact,
    load: async () => (await import('../pages/contact/contact-page')).ContactPage,
  },
  {
    ...pages.donate,
    load: async () => (await import('../pages/donate/donate-page')).DonatePage,
  },
  {
    ...pages.faq,
    load: async () => (await import('../pages/faq/faq-page')).FaqPage,
  },
  {
    ...pages.blog,
    load: async () => (await import('../pages/blog/blog-page')).BlogPage,
  },
  { ...pages.privacy, load: legalPage },
  // One page of all three policies, at two addresses.
  { ...pages.terms, load: legalPage, canonical: pages.privacy.path },
  ...Object.entries(postTitles).map(([id, title]) => ({
    path: postPath(id),
    title,
    load: post(id),
  })),
  ...Object.entries(reportTitles).map(([id, title]) => ({
    path: reportPath(id),
    title,
    load: report(id),
  })),
  ...placeholderPages.map((name) => ({ ...pages[name], load: placeholder })),
];

/** For every other path. */
export const notFoundScreen: Screen = {
  path: '*',
  title: notFound.title,
  load: async () => (await import('../pages/not-found-page')).NotFoundPage,
  noindex: true,
};

/** Whether a path, segment by segment, is that of a page with parameters. */
function fits(pattern: string, pathname: string): boolean {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}

/** Matches a path as the server does: to the letter, except for parameters and one trailing slash. */
export function screenAt(pathname: string, table = routeTable): Screen | undefined {
  const plain = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return table.find(({ path }) => path === plain) ?? table.find(({ path }) => fits(path, plain));
}
