/** Generates the files made from the site's content: pages, preview pictures, feeds, manifest. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientCode } from './client-code.ts';
import { blogFeed, sitemap } from './feeds.ts';
import { headingOf, pageDocument, shellDocument } from './page-document.ts';
import { manifest } from './manifest.ts';
import { essentialHead, pageHead } from './page-head.ts';
import type { Screen } from '../../src/app/screen';
import type { LoadedSite } from './load-site.ts';
import { fileOf, nameOf } from './route-list.ts';
import * as structured from './structured-data.ts';
import { createPictures } from './social-picture.ts';

/** The page for every unknown path. */
export const NOT_FOUND = 'not-found.html';

const FEED = '/blog/feed.xml';
/** The hero picture of a page, the only one fetched with high priority. */
const heroPicture = /<img\b[^>]*\bfetchPriority="high"[^>]*>/i;

export interface StaticFilesSource extends LoadedSite {
  shell: string;
  code: ClientCode;
  /** The module that mounts the site. */
  main: string;
  /** Output folder of the browser's build. */
  out: string;
}

export async function* staticFiles(
  source: StaticFilesSource,
): AsyncGenerator<[string, string | Uint8Array]> {
  const { shell, code, main, out, site, moduleOf } = source;
  const { organisation, ORIGIN_STAND_IN: origin, paths } = site;
  const pictures = await createPictures(organisation.name);
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
      pictures.draw(title, scene && (await readFile(join(out, scene), 'utf8'))),
    ];
  }
  for (const screen of site.routeTable.filter(({ noindex }) => noindex))
    yield [fileOf(screen), shellDocument(shell, site.titleOf(screen), site.noScriptNotice(screen))];

  const { notFoundScreen } = site;
  // Every path without a page renders the same.
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
}

/** What a page says of itself: the organisation on each, and what it holds. */
function dataOf(place: structured.Place, site: LoadedSite['site']): string[] {
  const { origin, path } = place;
  const story = site.storyAt(path);
  const report = site.reportAt(path);
  const way = site.wayTo(path);
  const data = [
    structured.organizationData(place),
    ...(path === site.paths.home ? [structured.websiteData(place)] : []),
    ...(path === site.paths.faq ? [structured.faqData(site.questions)] : []),
    ...(story ? [structured.postData(place, story)] : []),
    ...(report ? [structured.reportData(place, report)] : []),
    ...(way.length > 1 ? [structured.breadcrumbData(origin, way)] : []),
  ];
  return data.map(structured.scriptOf);
}
