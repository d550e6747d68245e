// The shell of the pages that are not prerendered, and its notice for a browser without script.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '../src/content/pages';
import { footer, mainMenu } from '../src/content/navigation';
import { noScriptNotice } from '../src/static-site';

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');
const page = parse(readFileSync('index.html', 'utf8'));
const notice = parse(noScriptNotice());

test('the notice has one heading and leads to the pages that can be read without script', () => {
  expect(notice.querySelectorAll('main h1')).toHaveLength(1);
  const links = [...notice.querySelectorAll('nav a')].map((link) => [
    link.getAttribute('href'),
    link.textContent.trim(),
  ]);
  const named = [...mainMenu, ...footer.support.links];
  expect(links).toEqual([['/', 'Home'], ...named.map(({ page: to, label }) => [paths[to], label])]);
  expect(notice.querySelector('p a')?.getAttribute('href')).toBe(paths.contact);
});

test('the notice has its place behind the root', () => {
  expect(page.querySelector('#root + noscript')?.innerHTML).toBe('');
});

test('the icons are named, the small one first', () => {
  const icons = [...page.querySelectorAll('link[rel="icon"]')].map((link) =>
    link.getAttribute('href'),
  );
  expect(icons).toEqual(['/favicon.ico', '/favicon.svg']);
});
