/**
 * The list of routes, for the router, prefetching and the build's dist/routes.json. Reading it loads no page, because `load`
 * is a function.
 *
 * Every page that search engines may index has an entry, so that the build prerenders it and the server serves it.
 */
import type { ComponentType } from 'react';
import {
  postPath,
  postTitles,
  reportPath,
  reportTitles,
} from '../content/publications/article-titles';
import { pages, placeholderPages } from '../content/site/pages';
import { notFound } from '../content/site/screens';
import { type Feature, hasFeature } from '../lib/browser/site';

export interface PageProps {
  title: string;
  /** For components that serve many paths, such as the post page. */
  path: string;
}

/** Access is checked by the page itself (features/signed-in/require-role.tsx). */
export interface Screen extends Pick<PageProps, 'title' | 'path'> {
  load: () => Promise<ComponentType<PageProps>>;
  /** Titles by fragment, which replace `title`. */
  titleAt?: Readonly<Record<string, string>>;
  /** Kept out of search engines. */
  noindex?: boolean;
  /** The path of the page with the same content that search engines should index. */
  canonical?: string;
  /** A placeholder: prerendered, but kept out of search engines until it is written. */
  comingSoon?: boolean;
  /** For URLs that contain a secret. */
  referrer?: 'no-referrer';
  /** The feature without which there is no such page. */
  feature?: Feature;
}

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

/** For URLs that contain a secret. */
const secret = { noindex: true, referrer: 'no-referrer' } as const;

export const routeTable: readonly Screen[] = [
  { ...pages.home, load: async () => (await import('../pages/home/home-page')).HomePage },
  { ...pages.about, load: async () => (await import('../pages/about/about-page')).AboutPage },
  {
    ...pages.auth,
    noindex: true,
    load: async () => (await import('../pages/auth/auth-page')).AuthPage,
  },
  {
    ...pages.authConfirm,
    ...secret,
    load: async () => (await import('../pages/auth-confirm/auth-confirm-page')).AuthConfirmPage,
  },
  {
    ...pages.authFinish,
    ...secret,
    load: async () => (await import('../pages/auth-finish/auth-finish-page')).AuthFinishPage,
  },
  {
    ...pages.authRecover,
    ...secret,
    load: async () => (await import('../pages/auth-recover/auth-recover-page')).AuthRecoverPage,
  },
  {
    ...pages.authReset,
    ...secret,
    load: async () => (await import('../pages/auth-reset/auth-reset-page')).AuthResetPage,
  },
  {
    ...pages.authRestore,
    ...secret,
    load: async () => (await import('../pages/auth-restore/auth-restore-page')).AuthRestorePage,
  },
  {
    ...pages.authInvitation,
    ...secret,
    feature: 'users',
    load: async () =>
      (await import('../pages/auth-invitation/auth-invitation-page')).AuthInvitationPage,
  },
  {
    ...pages.account,
    noindex: true,
    load: async () => (await import('../pages/account/account-page')).AccountPage,
  },
  {
    ...pages.apply,
    noindex: true,
    load: async () => (await import('../pages/apply/apply-page')).ApplyPage,
  },
  {
    ...pages.admin,
    noindex: true,
    load: async () => (await import('../pages/admin/admin-page')).AdminPage,
  },
  { ...pages.forum, load: async () => (await import('../pages/forum/forum-page')).ForumPage },
  {
    ...pages.reports,
    load: async () => (await import('../pages/reports/reports-page')).ReportsPage,
  },
  {
    ...pages.teachers,
    load: async () => (await import('../pages/directory/directory-page')).DirectoryPage,
  },
  { ...pages.store, load: async () => (await import('../pages/store/store-page')).StorePage },
  {
    ...pages.contact,
    load: async () => (await import('../pages/contact/contact-page')).ContactPage,
  },
  { ...pages.donate, load: async () => (await import('../pages/donate/donate-page')).DonatePage },
  { ...pages.faq, load: async () => (await import('../pages/faq/faq-page')).FaqPage },
  { ...pages.blog, load: async () => (await import('../pages/blog/blog-page')).BlogPage },
  {
    ...pages.newsletterConfirm,
    ...secret,
    feature: 'newsletter',
    load: async () => (await import('../pages/newsletter/confirm-page')).NewsletterConfirmPage,
  },
  {
    ...pages.newsletterPreferences,
    ...secret,
    feature: 'newsletter',
    load: async () =>
      (await import('../pages/newsletter/preferences-page')).NewsletterPreferencesPage,
  },
  { ...pages.privacy, load: legalPage },
  // The three policies share one page at two paths.
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

export const notFoundScreen: Screen = {
  path: '*',
  title: notFound.title,
  load: async () => (await import('../pages/not-found-page')).NotFoundPage,
  noindex: true,
};

/** Matches a path as the server does: exactly, except for one trailing slash, and not without the page's feature. */
export function screenAt(pathname: string): Screen | undefined {
  const plain = pathname.replace(/(.)\/$/, '$1');
  return routeTable.find(
    ({ path, feature }) => path === plain && (feature === undefined || hasFeature(feature)),
  );
}

/** The screen that a visitor sees, which may be the not-found page. */
export const shownAt = (pathname: string): Screen => screenAt(pathname) ?? notFoundScreen;
