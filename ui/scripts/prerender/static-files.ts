/** Generates the pages, link preview pictures, feeds, sitemap, manifest and routes.json from the site's content. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { colour } from '../colours.ts';
import type { ClientCode, LoadedSite } from './both-builds.ts';
import { blogFeed, sitemap } from './feeds.ts';
import { essentialHead, headingOf, pageDocument, pageHead, shellDocument } from './page-html.ts';
import type { Screen } from '../../src/app/route-table';
import * as structured from './structured-data.ts';
import { pictureMaker } from './social-picture.ts';

export const NOT_FOUND = 'not-found.html';
/** The folder of the pages that are not prerendered. */
export const SHELLS = 'shells/';

export function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
}

/** Indexable pages are prerendered. Every other page depends on the user and has a shell. */
function fileOf({ path, noindex }: Screen): string {
  if (noindex) return `${SHELLS}${nameOf(path)}.html`;
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}

/** The entries of routes.json, which the server reads. */
export const routeList = (table: readonly Screen[]) =>
  table.map((screen) => ({
    path: screen.path,
    file: fileOf(screen),
    noindex: screen.noindex ?? false,
    referrer: screen.referrer ?? 'strict-origin-when-cross-origin',
    status: 200,
    ...(screen.feature && { feature: screen.feature }),
  }));

const FEED = '/blog/feed.xml';
/** The hero picture is the only picture on a page that is fetched with high priority. */
const heroPicture = /<img\b[^>]*\bfetchPriority="high"[^>]*>/i;

export interface StaticFilesSource extends LoadedSite {
  shell: string;
  code: ClientCode;
  /** The entry module of the site. */
  main: string;
  /** Output folder of the browser's build. */
  out: string;
}

export async function* staticFiles(
  source: StaticFilesSource,
): AsyncGenerator<[string, string | Uint8Array]> {
  const { shell, code, main, out, site, moduleOf } = source;
  const { organisation, ORIGIN_STAND_IN: origin, paths } = site;
  const draw = await pictureMaker(organisation.name);
  const channel = {
    title: `${organisation.name}: News & Updates`,
    description: site.descriptions.blog,
    page: origin + paths.blog,
    self: origin + FEED,
  };

  const scriptsOf = (screen: Screen) =>
    [...new Set([...code.scriptsOf(main), ...code.scriptsOf(moduleOf(screen))])].filter(
      (script) => !shell.includes(script),
    );
  const open = site.routeTable.filter(({ noindex }) => !noindex);
  for (const screen of open) {
    const { path } = screen;
    const description = site.descriptionOf(path);
    const rendered = await site.renderPage(path);
    const title = headingOf(rendered);
    const picture = `/pictures/${nameOf(path)}.png`;
    const scripts = scriptsOf(screen);
    const feed = { title: channel.title, path: FEED };
    const story = site.storyAt(path);
    const facts = { origin, path, title, description, picture, scripts, feed };
    const head = pageHead(
      story ? { ...facts, published: story.date } : facts,
      organisation.name,
      dataOf({ origin, path, picture: origin + picture, organisation }, site),
    );
    yield [fileOf(screen), pageDocument(shell, { rendered, head, path })];

    const scene = /\bsrc="([^"]+)"/.exec(heroPicture.exec(rendered)?.[0] ?? '')?.[1];
    yield [
      picture.slice(1),
      await draw(title, scene && (await readFile(join(out, scene), 'utf8'))),
    ];
  }
  for (const screen of site.routeTable.filter(({ noindex }) => noindex))
    yield [fileOf(screen), shellDocument(shell, site.titleOf(screen), site.noScriptNotice(screen))];

  const { notFoundScreen } = site;
  const rendered = await site.renderPage(`/${NOT_FOUND}`);
  const scripts = scriptsOf(notFoundScreen);
  const head = essentialHead({ description: site.descriptions.notFound, scripts });
  yield [NOT_FOUND, pageDocument(shell, { rendered, head, path: notFoundScreen.path })];

  const finished = open.filter(({ comingSoon, canonical }) => !comingSoon && !canonical);
  yield [
    'sitemap.xml',
    sitemap(
      finished.map(({ path }) => ({ address: origin + path, changed: site.storyAt(path)?.date })),
    ),
  ];
  yield [FEED.slice(1), blogFeed(channel, site.stories)];
  yield ['manifest.webmanifest', manifest(organisation)];
  yield ['routes.json', `${JSON.stringify(routeList(site.routeTable), null, 2)}\n`];
}

/** The structured data of a page. */
function dataOf(context: structured.PageContext, site: LoadedSite['site']): string[] {
  const { origin, path } = context;
  const story = site.storyAt(path);
  const report = site.reportAt(path);
  const way = site.breadcrumbsTo(path);
  const data = [
    structured.organizationData(context),
    ...(path === site.paths.home ? [structured.websiteData(context)] : []),
    ...(path === site.paths.faq ? [faqScripts(site)] : []),
    ...(story ? [structured.postData(context, story)] : []),
    ...(report ? [structured.reportData(context, report)] : []),
    ...(way.length > 1 ? [structured.breadcrumbData(origin, way)] : []),
  ];
  return data.map((part) => (typeof part === 'string' ? part : structured.scriptOf(part)));
}

/** Both variants of the answers, as in src/static-site.tsx. */
function faqScripts({ questions, onlineGiving: { from, to } }: LoadedSite['site']): string {
  const off = structured.scriptOf(structured.faqData(questions));
  return `<x-switch data-feature="giving">${off}<x-on>${off.replace(from, to)}</x-switch>`;
}

const png = (file: string, size: number) => ({
  src: `/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

/** The web app manifest. https://www.w3.org/TR/appmanifest/ */
export function manifest({ name, mission }: structured.Organisation): string {
  const facts = {
    name,
    short_name: name,
    description: mission,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: colour('paper'),
    theme_color: colour('ink'),
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      png('icon-192', 192),
      png('icon-512', 512),
      { ...png('icon-maskable-512', 512), purpose: 'maskable' },
    ],
  };
  return `${JSON.stringify(facts, null, 2)}\n`;
}
