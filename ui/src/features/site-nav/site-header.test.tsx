import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderSite, signedIn, visitor } from '../../../test/screens/render-site';
import { navigation } from '../../../test/specification/public-screens';
import { sessionState } from '../../session/session-state';

// jsdom loads no stylesheet, so tests can use elements that a width hides.
const header = () => within(screen.getByRole('banner'));
const userMenu = (name: string) => header().findByRole('button', { name });
const submenuButton = () => header().getByRole('button', { name: 'About submenu' });
const isOpen = () => submenuButton().getAttribute('aria-expanded') === 'true';

beforeEach(() => sessionState.set(visitor));

test('a submenu opens when the pointer stays for 100 ms, and not when it only crosses', () => {
  vi.useFakeTimers();
  renderSite();
  const mouse = { pointerType: 'mouse' };
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  fireEvent.pointerEnter(submenuButton(), mouse);
  pass(60);
  fireEvent.pointerLeave(submenuButton(), mouse);
  pass(1000);
  expect(isOpen()).toBe(false);
  fireEvent.pointerEnter(submenuButton(), mouse);
  pass(99);
  expect(isOpen()).toBe(false);
  pass(1);
  expect(isOpen()).toBe(true);
  vi.useRealTimers();
});

describe('the account menu', () => {
  test('shows neither Sign In nor a menu while the session loads', () => {
    sessionState.set({ status: 'loading' });
    renderSite();
    expect(header().queryByText('Sign In')).toBeNull();
    expect(header().queryByText('Sign Out')).toBeNull();
  });

  test('offers Sign In to visitors', () => {
    renderSite();
    expect(header().getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
  });

  test('has the first name as its heading, or User if there is no name', async () => {
    sessionState.set(signedIn('Maria', ['applicant']));
    const first = renderSite();
    expect(await userMenu('Maria')).toBeTruthy();
    first.unmount();
    sessionState.set(signedIn(null, []));
    renderSite();
    expect(await userMenu(navigation.unnamedUser)).toBeTruthy();
  });

  test.each([
    ['an applicant', ['applicant'] as const],
    ['a user whose roles are loading', 'loading' as const],
  ])('hides the dashboard link from %s', async (_who, roles) => {
    sessionState.set(signedIn('Maria', roles));
    renderSite();
    await userEvent.click(await userMenu('Maria'));
    expect(header().getByRole('link', { name: 'Apply for Membership' })).toBeTruthy();
    expect(header().queryByRole('link', { name: 'Admin Dashboard' })).toBeNull();
  });

  test('links to the account in its heading, before the three entries', async () => {
    sessionState.set(signedIn('Maria', ['admin']));
    renderSite();
    await userEvent.click(await userMenu('Maria'));
    const account = header().getByRole('link', { name: 'Maria Your account' });
    expect(account.getAttribute('href')).toBe('/account');
    const entries = account.nextElementSibling?.querySelectorAll('li') ?? [];
    expect([...entries].map((entry) => entry.textContent)).toEqual(navigation.userMenu);
  });
});

test('the mobile menu names the signed-in user and has the same entries', async () => {
  sessionState.set(signedIn('Maria', ['admin']));
  renderSite();
  await userEvent.click(header().getByRole('button', { name: 'Open menu' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
  const signedInAs = menu.getByText(navigation.signedInAs);
  expect(signedInAs.textContent).toBe('Signed in as Maria');
  for (const name of navigation.userMenu.slice(0, 2))
    expect(menu.getByRole('link', { name })).toBeTruthy();
  expect(menu.getByRole('button', { name: navigation.userMenu[2] })).toBeTruthy();
});

test('the mobile menu does not open after the window has become wide while it loads', async () => {
  renderSite();
  act(() => header().getByRole('button', { name: 'Open menu' }).click());
  // The styles hide the button. jsdom has no layout, so it hides every element.
  act(() => void window.dispatchEvent(new Event('resize')));
  await act(() => vi.dynamicImportSettled());
  expect(screen.queryByRole('dialog')).toBeNull();
});
