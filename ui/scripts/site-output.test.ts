// @vitest-environment node
import { expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { readRouteList } from './route-list';
import { faultsOf } from './strict-html';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the route list tells the server file, status, noindex and referrer of each route', async () => {
  const routes = await readRouteList(root, 'app-shell.html');
  expect(routes).toContainEqual({
    path: '/about',
    file: 'app-shell.html',
    noindex: false,
    referrer: 'strict-origin-when-cross-origin',
    status: 200,
  });
  expect(routes).toContainEqual({
    path: '/auth/confirm',
    file: 'app-shell.html',
    noindex: true,
    referrer: 'no-referrer',
    status: 200,
  });
});

test('a page of scripts and styles by reference alone passes', () => {
  const html =
    '<link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script>' +
    '<script type="application/ld+json">{}</script>';
  expect(faultsOf(html)).toEqual([]);
});

test.each([
  ['inline script', '<script>run()</script>'],
  ['inline style', '<style>a{}</style>'],
  ['inline style', '<p style="color:red">'],
  ['inline event handler', '<a onclick="run()">'],
  ['title', '<title>Forum</title>'],
])('%s is a fault', (fault, html) => {
  expect(faultsOf(html).join()).toContain(fault);
});
