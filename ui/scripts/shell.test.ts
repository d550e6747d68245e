// The shell of the pages that are not prerendered, and its notice for a browser without script.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '../src/content/pages';
import { footer, mainMenu } from '../src/content/navigation';
import { documentTitle, noScriptNotice, routeTable } from '../src/static-site';
import { shellDocument } from './page-document';

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');
const page = parse(readFileSync('index.html', 'utf8'));
const notice = parse(noScriptNotice(paths.auth));

test('the notice has one heading and leads to the pages that can be read without script', () => {
  expect(notice.querySelectorAll('[role=main] h1')).toHaveLength(1);
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

test.each(routeTable.filter(({ noindex }) => noindex))(
  '$path has a title in its HTML, and says without script what it is for and what to do',
  ({ path, title }) => {
    const shell = '<head></head><body><div id="root"></div><noscript></noscript></body>';
    const words = { title: documentTitle(title), notice: noScriptNotice(path) };
    const made = shellDocument(shell, words);
    expect(made).toContain(`<title>${words.title}</title></head>`);
    const [, said = ''] = /<noscript>(.*)<\/noscript>/s.exec(made) ?? [];
    const purpose = parse(said).querySelector('p')?.textContent ?? '';
    expect(purpose).toMatch(/^On this page .+\. Please turn JavaScript on/);
    // HTML allows no <main> inside <noscript>.
    expect(said).not.toContain('<main');
  },
);
