import { act, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { SESSION_KEY } from '../../session/session-state';
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
  ).toEqual(['Privacy Policy', 'Terms of Use', 'Cookie Policy']);
});

test('the page is accessible', async () => {
  open('/privacy');
  await expectAccessible();
});

test('each policy is effective January 15, 2025', () => {
  open('/privacy');
  const dates = [...document.querySelectorAll('time')];
  expect(dates.map((date) => [date.dateTime, date.textContent])).toEqual(
    Array.from({ length: 3 }, () => ['2025-01-15', 'January 15, 2025']),
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

test('the listed storage keys are the actual ones', () => {
  open('/privacy');
  const storage = within(screen.getByRole('region', { name: /What is stored in your browser/ }));
  const terms = storage.getAllByRole('term').map((term) => term.textContent);
  expect(terms).toContain(SESSION_KEY);
  expect(terms).toContain('membershipPromptDismissed');
});
