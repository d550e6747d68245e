import { readFileSync } from 'node:fs';
import { act, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import * as specified from '../../../test/specification/public-screens';
import { STORAGE_KEYS } from '../../lib/browser/browser-storage';
import { LegalPage } from './legal-page';

function open(at: string) {
  const router = createMemoryRouter(
    ['/privacy', '/terms'].map((path) => ({ path, element: <LegalPage key={path} path={path} /> })),
    { initialEntries: [at] },
  );
  render(
    <main>
      <RouterProvider router={router} />
    </main>,
  );
  return router;
}

test.each(['/privacy', '/terms'])('%s shows the three policies', (path) => {
  open(path);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(
    screen.getAllByRole('article').map((article) => article.getAttribute('aria-labelledby')),
  ).toEqual(['privacy-policy', 'terms-of-use', 'cookie-policy']);
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual(specified.policies);
});

test('each policy is effective January 15, 2025', () => {
  open('/privacy');
  const dates = [...document.querySelectorAll('time')];
  expect(dates.map((date) => [date.dateTime, date.textContent])).toEqual(
    Array.from({ length: 3 }, () => ['2025-01-15', specified.policiesEffective]),
  );
});

test('/privacy begins at the top', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  open('/privacy');
  expect(scroll).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
});

test('/terms scrolls to the Terms and moves the focus to their heading', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  open('/terms');
  const heading = screen.getByRole('heading', { name: 'Terms of Use' });
  expect(document.activeElement).toBe(heading);
  expect(scroll.mock.contexts).toEqual([heading]);
});

test('navigating to /terms focuses its heading, but Back restores the scroll position', async () => {
  const router = open('/privacy');
  await act(() => router.navigate('/terms'));
  expect(document.activeElement?.id).toBe('terms-of-use');
  await act(() => router.navigate('/privacy'));
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/terms');
  expect(scroll).not.toHaveBeenCalled();
});

test('the table of contents links to every section', async () => {
  const router = open('/terms');
  const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
  const hrefs = contents.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  const headings = screen.getAllByRole('heading').filter(({ tagName }) => tagName !== 'H1');
  expect(hrefs).toEqual(headings.map(({ id }) => `/terms#${id}`));
  expect(new Set(hrefs).size).toBe(hrefs.length);
  await act(() => router.navigate('/terms#your-rights'));
  expect(document.activeElement?.id).toBe('your-rights');
});

test('the cookie policy lists exactly the keys that the site stores', () => {
  open('/privacy');
  const storage = within(screen.getByRole('region', { name: /What is stored in your browser/ }));
  const terms = storage.getAllByRole('term').map((term) => term.textContent);
  expect(terms).toEqual(STORAGE_KEYS.map((key) => key.replace(/\.$/, '.…')));
});

/** The defaults of the program , which docs/configuration.md lists. */
const configuration = readFileSync('../docs/configuration.md', 'utf8');

test.each([
  ['REGISTRATIONS_DAYS', 'Sign-ups that are never confirmed', 'typed is deleted after # days'],
  ['SENT_MAIL_DAYS', 'Emails from us', '# days after they were sent'],
  ['FAILED_MAIL_DAYS', 'Emails from us', '# days if they could not be delivered'],
  ['SESSIONS_DAYS', 'Sign-ins', 'is deleted # days after it ended'],
  ['TOKENS_DAYS', 'Sign-ins', '# days after they were used or expired'],
  ['DRAFTS_DAYS', 'Drafts', '# days after you last saved'],
  ['IDEMPOTENCY_HOURS', 'Answers to repeated requests', 'for # hours'],
])('the privacy policy states the default of FORUM__RETENTION__%s', (setting, term, sentence) => {
  open('/privacy');
  const kept = within(screen.getByRole('region', { name: /How long we keep it/ }));
  const [, figure] = new RegExp(`RETENTION__${setting}\` \\|[^|]*\\| (\\d+) `).exec(
    configuration,
  ) as RegExpExecArray;
  expect(kept.getByText(term).nextSibling?.textContent).toContain(
    sentence.replace('#', String(figure)),
  );
});
