import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notFoundScreen, routeTable } from '../../src/app/route-table';
import { paths } from '../../src/content/site/pages';
import { footer, mainMenu } from '../../src/content/site/navigation';
import { noScriptNotice, titleOf } from '../../src/static-site';
import { shellDocument } from './page-html';

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');
const page = parse(readFileSync('index.html', 'utf8'));
const hidden = routeTable.filter(({ noindex }) => noindex);

test('each shell has a title and a notice for browsers without JavaScript', () => {
  expect(hidden.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/auth', '/apply', '/admin', '/account']),
  );
  for (const screen of hidden) {
    const notice = parse(noScriptNotice(screen));
    expect(notice.querySelectorAll('main')).toHaveLength(0);
    expect(notice.querySelector('[role=main] h1')?.textContent).toBe(screen.title);
    expect(notice.body.textContent).toContain('This page needs JavaScript');
    const shell = shellDocument(
      readFileSync('index.html', 'utf8'),
      titleOf(screen),
      noScriptNotice(screen),
    );
    expect(parse(shell).title).toBe(titleOf(screen));
    expect(parse(shell).querySelector('#root + noscript [role=main]')).toBeTruthy();
  }
  const purposes = hidden.map(
    (screen) => parse(noScriptNotice(screen)).querySelector('p')?.textContent,
  );
  expect(new Set(purposes).size).toBe(hidden.length);
});

test('the notice links to pages that work without JavaScript', () => {
  const notice = parse(
    noScriptNotice(routeTable.find(({ path }) => path === '/auth') ?? notFoundScreen),
  );
  const links = [...notice.querySelectorAll('nav a')].map((link) => [
    link.getAttribute('href'),
    link.textContent.trim(),
  ]);
  const named = [...mainMenu, ...footer.support.links];
  expect(links).toEqual([['/', 'Home'], ...named.map(({ page: to, label }) => [paths[to], label])]);
  expect(notice.querySelector('p > a')?.getAttribute('href')).toBe(paths.contact);
});

test('index.html has an empty noscript element after the root', () => {
  expect(page.querySelector('#root + noscript')?.innerHTML).toBe('');
});

test('index.html links the small icon first', () => {
  const icons = [...page.querySelectorAll('link[rel="icon"]')].map((link) =>
    link.getAttribute('href'),
  );
  expect(icons).toEqual(['/favicon.ico', '/favicon.svg']);
});
