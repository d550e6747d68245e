import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { renderSite, visitor } from '../../../test/screens/render-site';
import { useSession } from '../../session/use-session';

vi.mock('../../session/use-session');
beforeEach(() => void vi.mocked(useSession).mockReturnValue(visitor));

const heading = () => screen.getByRole('heading', { level: 1 });

test('the first load does not move the focus', () => {
  renderSite();
  expect(document.activeElement).toBe(document.body);
});

test('a change of path focuses the h1 and announces the title', async () => {
  renderSite();
  await userEvent.click(screen.getByRole('link', { name: 'to about' }));
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  expect(heading().textContent).toBe('Page /about');
  expect(screen.getByText('About', { selector: 'p' }).getAttribute('aria-live')).toBe('polite');
});

test('a change to only the query does not move the focus', async () => {
  const { router } = renderSite('/reports');
  const link = screen.getByRole('link', { name: 'next results' });
  await userEvent.click(link);
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
  expect(document.activeElement).toBe(link);
  expect(screen.queryByText('Reports & Insights', { selector: 'p' })).toBeNull();
});

test('the skip link focuses main', async () => {
  renderSite();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Skip to main content');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the footer contains its columns, legal links, inert social buttons and the 2024 copyright', () => {
  renderSite();
  for (const name of ['Quick Links', 'Support', 'Contact']) {
    expect(screen.getByRole('heading', { name })).toBeTruthy();
  }
  expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe(
    '/privacy',
  );
  expect(screen.getByRole('link', { name: 'Terms of Use' }).getAttribute('href')).toBe('/terms');
  for (const name of ['Facebook', 'X', 'LinkedIn', 'YouTube']) {
    expect(screen.getByRole('button', { name }).getAttribute('type')).toBe('button');
  }
  expect(screen.getByText(/© 2024/)).toBeTruthy();
});

test('the layout is accessible', async () => {
  renderSite();
  await expectAccessible();
});
