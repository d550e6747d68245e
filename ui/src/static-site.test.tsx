// The options equal the default. A file with options gets its own worker, because React's renderer for the build would disturb
// the browser's renderer in later files.
// @vitest-environment-options {"jsdom": {"url": "http://localhost:3000/"}}
/** Tests that prerendered pages hydrate without differences. */
import { act } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { preloadPage } from './app/page-code';
import { SiteRoutes } from './app/site-routes';
import { placeholderPaths } from '../test/specification/public-screens';
import { everything } from '../test/browser/site';
import type { Block } from './content/legal/policy';
import { privacyPolicy } from './content/legal/privacy-policy';
import { donate } from './content/marketing/donate';
import { onlineGiving } from './content/marketing/faq';
import { newsletter } from './content/marketing/newsletter';
import { store } from './content/marketing/store';
import { signInToApply } from './content/site/pages';
import { bothVariants, descriptionOf, renderPage, routeTable } from './static-site';

let mounted: Root | undefined;
afterEach(() => {
  act(() => mounted?.unmount());
  document.body.replaceChildren();
});

const open = routeTable.filter(({ noindex }) => !noindex).map(({ path }) => path);

/** Resets React's state between pages, because the build and the browser share one process here. */
async function renderAlone(path: string): Promise<string> {
  const html = await renderPage(path);
  await prerender(null);
  return html;
}

/** What only features bring to a page. */
const ofFeatures = [
  'name="reference"',
  newsletter.consent,
  newsletter.privacy,
  ...Object.values(donate.plans.giving),
  store.withoutScript.split(', write to')[0] ?? '',
  onlineGiving.to,
  signInToApply,
  ...privacyPolicy.sections
    .flatMap(({ blocks }): readonly Block[] => blocks)
    .flatMap((block) => (typeof block === 'object' && 'on' in block ? [block.on ?? ''] : [])),
  '>Messages to us<',
  'x-switch',
];

/** Hydrates the HTML at a path and expects neither an error nor a recovery. */
async function expectToHydrate(html: string, path: string): Promise<void> {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  const recovered = vi.fn();
  const root = document.createElement('div');
  root.innerHTML = html;
  for (const element of root.querySelectorAll(':scope > :is(title, meta, link)'))
    document.head.append(element);
  document.body.append(root);
  window.history.replaceState(null, '', path);
  await preloadPage(path);
  const heading = root.querySelector('h1');
  await act(async () => {
    mounted = hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <SiteRoutes />
        </BrowserRouter>
      </StrictMode>,
      { onRecoverableError: recovered },
    );
  });
  // Reported because both renderers run in one process here.
  const expected = 'Detected multiple renderers';
  expect(errors.mock.calls.filter(([text]) => !String(text).startsWith(expected))).toEqual([]);
  expect(recovered.mock.calls).toEqual([]);
  expect(root.querySelector('h1')).toBe(heading);
}

test.each(open)('%s is valid HTML that hydrates without errors', async (path) => {
  const html = await renderAlone(path);
  expect(html).toContain('<main');
  expect(html).toContain('<h1');
  expect(html).not.toContain('style=');
  expect(html).not.toContain('<script');
  expect(await renderAlone(path)).toBe(html);
  expect(ofFeatures.filter((part) => html.includes(part))).toEqual([]);

  await expectToHydrate(html, path);
  const once = ['title', 'link[rel="canonical"]'];
  const counts = once.map((selector) => document.head.querySelectorAll(selector).length);
  expect(counts).toEqual([1, 1]);
  expect(document.querySelectorAll(':not(figure) > figcaption')).toHaveLength(0);
});

test('a page with a switch has both variants, and nothing else depends on a feature', () => {
  const page = (variant: string, rest = '2') =>
    `<p>1</p><x-switch data-feature="shop">${variant}</x-switch><p>${rest}</p>`;
  expect(bothVariants(page('<b>off</b>'), page('<a>on</a>'))).toBe(
    page('<b>off</b><x-on><a>on</a>'),
  );
  expect(() => bothVariants(page('', '2'), page('', '3'))).toThrow('outside of a switch');
  expect(() => bothVariants(page(page('')), page(''))).toThrow('contains another');
});

test('what no page has without features is there with them', async () => {
  const root = document.documentElement;
  root.dataset['site'] = JSON.stringify(everything);
  let pages = '';
  for (const path of ['/', '/contact', '/donate', '/store', '/faq', '/privacy'])
    pages += await renderAlone(path);
  delete root.dataset['site'];
  expect(ofFeatures.filter((part) => !pages.includes(part))).toEqual(['x-switch']);
});

test('one of several features is enough for a switch', async () => {
  const root = document.documentElement;
  root.dataset['site'] = JSON.stringify({ ...everything, features: ['newsletter'] });
  expect(await renderAlone('/privacy')).toContain('Messages, newsletter and other sites');
  delete root.dataset['site'];
});

test.each(open)('%s hydrates with all features', async (path) => {
  const root = document.documentElement;
  root.dataset['site'] = JSON.stringify(everything);
  await expectToHydrate(await renderAlone(path), path);
  delete root.dataset['site'];
});

test('every page that search engines may index has its own description, and no other page has one', () => {
  const written = open.map(descriptionOf);
  expect(new Set(written).size).toBe(open.length);
  for (const text of written) expect(text).toMatch(/^[A-Z\d].{40,170}[.?]$/);
  for (const { path } of routeTable.filter(({ noindex }) => noindex))
    expect(() => descriptionOf(path)).toThrow('has no description');
});

test('the description of a placeholder page is a sentence about its future content', () => {
  for (const path of placeholderPaths) {
    expect(descriptionOf(path)).toMatch(/^[A-Z][^.]*\b(still to come|still being \w+)\.$/);
    expect(descriptionOf(path)).toMatch(/^.{70,160}$/);
  }
});
