// The routes of the build, and the fixed texts of each public page (docs/product.md, 1).
import { readFileSync } from 'node:fs';
import {
  postPath,
  postTitles,
  reportPath,
  reportTitles,
} from '../../../ui/src/content/publications/article-titles.js';
import { pages, paths, placeholderPages } from '../../../ui/src/content/site/pages.js';
import { documentTitle } from '../../../ui/src/content/site/screens.js';
import { wordsOf as textsOf } from '../../../ui/test/specification/content-words.js';
import { gifts, options, prices, statistics } from '../../../ui/test/specification/lists.js';
import * as specified from '../../../ui/test/specification/public-screens.js';

export type RouteEntry = {
  readonly path: string;
  readonly noindex: boolean;
  readonly referrer: string;
  /** The feature without which the server does not have the page. */
  readonly feature?: string;
};

/** The URL of a file in the built frontend. */
export const built = (path: string) => new URL(`../../../ui/dist${path}`, import.meta.url);

export const routes = JSON.parse(
  readFileSync(built('/routes.json'), 'utf8'),
) as readonly RouteEntry[];

export const publicRoutes = routes.filter(({ noindex }) => !noindex);

const placeholders = new Set<string>(placeholderPages.map((name) => paths[name]));
const articles = new Map<string, string>([
  ...Object.entries(postTitles).map(([id, title]) => [postPath(id), title] as const),
  ...Object.entries(reportTitles).map(([id, title]) => [reportPath(id), title] as const),
]);
/** One page of each kind that shares a component: placeholder pages, posts, reports. */
const representatives = new Set<string>([
  paths.coreValues,
  postPath('what-150-teachers-told-us'),
  reportPath('calm-classrooms'),
]);

export const publicScreens = publicRoutes.filter(
  ({ path }) => representatives.has(path) || !(placeholders.has(path) || articles.has(path)),
);

/** The other pages of these kinds. */
const represented = publicRoutes
  .map(({ path }) => path)
  .filter((path) => !publicScreens.some((screen) => screen.path === path));
export const placeholderPaths = represented.filter((path) => placeholders.has(path));
export const articlePaths = represented.filter((path) => articles.has(path));

/** The pages that the sitemap lists: those with final content, and only one path of the policies. */
export const finishedRoutes = publicRoutes.filter(
  ({ path }) => !placeholders.has(path) && path !== paths.terms,
);

/** The document title, by path. */
export const titles: ReadonlyMap<string, string> = new Map([
  ...Object.values(pages).map(({ path, title }) => [path, documentTitle(title)] as const),
  ...[...articles].map(([path, title]) => [path, documentTitle(title)] as const),
]);

const policies = [specified.policies, specified.policiesEffective];

const words: Readonly<Record<string, unknown>> = {
  '/': specified.home,
  '/about': specified.about,
  '/educators-forum': specified.forum,
  '/reports': [specified.reports, statistics],
  '/teachers': [specified.directory.showing.replace(/[NM]/g, '12'), specified.directory.phrases],
  '/store': [specified.store, prices],
  '/contact': specified.contact,
  '/donate': [specified.donate, gifts],
  '/faq': specified.faq,
  '/blog': [specified.blog, options.blogCategories],
  '/privacy': policies,
  '/terms': policies,
  ...Object.fromEntries(articles),
  ...Object.fromEntries(
    placeholderPages.map((name) => [paths[name], [pages[name].title, specified.placeholderText]]),
  ),
};

/** The pages with a fixed h1. */
const headings: ReadonlyMap<string, string> = new Map([
  ['/blog', specified.blog.title],
  ...articles,
  ...placeholderPages.map((name) => [paths[name], pages[name].title] as const),
]);

export function wordsOf(path: string): readonly string[] {
  const ofPage = textsOf(words[path]);
  if (ofPage.length === 0) throw new Error(`no words are given for ${path}`);
  return ofPage;
}

export const headingOf = (path: string): string | RegExp => headings.get(path) ?? /\S/;
