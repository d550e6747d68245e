/**
 * The only list of routes: path, lazy page, title, description. The router, the build's
 * dist/routes.json and the prefetching all read it. Pages are loaded by function, so that reading the table
 * loads none of them.
 */
import { placeholderPages } from '../content/placeholder-pages';
import { screens } from '../content/screens';
import { paths } from './paths';
import type { Screen } from './screen';

const titlePage: Screen['load'] = async () => (await import('../pages/title-page')).TitlePage;
const placeholder: Screen['load'] = async () =>
  (await import('../pages/placeholder-page')).PlaceholderPage;

export const routeTable: readonly Screen[] = [
  { path: paths.home, ...screens.home, load: titlePage },
  { path: paths.about, ...screens.about, load: titlePage },
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
  { path: paths.forum, ...screens.forum, load: titlePage },
  { path: paths.reports, ...screens.reports, load: titlePage },
  { path: paths.teachers, ...screens.teachers, load: titlePage },
  { path: paths.store, ...screens.store, load: titlePage },
  { path: paths.contact, ...screens.contact, load: titlePage },
  { path: paths.donate, ...screens.donate, load: titlePage },
  { path: paths.faq, ...screens.faq, load: titlePage },
  { path: paths.blog, ...screens.blog, load: titlePage },
  { path: paths.privacy, ...screens.privacy, load: titlePage },
  { path: paths.terms, ...screens.terms, load: titlePage },
  ...placeholderPages.map(({ page, title }) => ({
    path: paths[page],
    title,
    description: `${title} at the Educators Forum.`,
    load: placeholder,
  })),
];

export function screenAt(pathname: string): Screen | undefined {
  const plain = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return routeTable.find((screen) => screen.path === plain);
}
