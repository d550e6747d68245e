import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { renderSite, signedIn, visitor } from '../../../test/screens/render-site';
import { navigation } from '../../../test/specification/public-screens';
import { sessionStore } from '../../session/browser-session';
import { useSession, type SessionState } from '../../session/use-session';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';
import { HOVER_DELAY_MS } from '../../lib/hooks/use-disclosure';

vi.mock('../../session/use-session');

function withSession(state: SessionState) {
  vi.mocked(useSession).mockReturnValue(state);
}

const header = () => within(screen.getByRole('banner'));
const userMenu = (name: string) => header().findByRole('button', { name });
const submenuButton = () => header().getByRole('button', { name: 'About submenu' });
const isOpen = () => submenuButton().getAttribute('aria-expanded') === 'true';
// jsdom loads no stylesheet, so tests can use elements that a width hides.
const openMobileMenu = async () => {
  await userEvent.click(header().getByRole('button', { name: 'Open menu' }));
  return within(await screen.findByRole('dialog', { name: 'Menu' }));
};

beforeEach(() => withSession(visitor));

describe('the bars', () => {
  test('contain the fixed links', () => {
    renderSite();
    const utility = within(header().getByRole('navigation', { name: 'Utility' }));
    expect(utility.getAllByRole('link').map((link) => link.textContent)).toEqual([
      ...navigation.utility,
      'info@educatorsforum.example',
    ]);
    const main = within(header().getByRole('navigation', { name: 'Main' }));
    expect(main.getAllByRole('link').map((link) => link.textContent)).toEqual(navigation.main);
    expect(header().getByRole('link', { name: 'Donate' }).getAttribute('href')).toBe('/donate');
  });

  test('mark the current page', () => {
    renderSite('/about');
    const link = within(header().getByRole('navigation', { name: 'Main' })).getByRole('link', {
      name: 'About',
    });
    expect(link.getAttribute('aria-current')).toBe('page');
  });
});

describe('a submenu', () => {
  afterEach(() => vi.useRealTimers());

  test('opens after hovering for 100 ms and not before', () => {
    vi.useFakeTimers();
    renderSite();
    fireEvent.pointerEnter(submenuButton(), { pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(HOVER_DELAY_MS - 1));
    expect(isOpen()).toBe(false);
    act(() => void vi.advanceTimersByTime(1));
    expect(isOpen()).toBe(true);
    expect(HOVER_DELAY_MS).toBe(100);
  });

  test('stays closed when the pointer only crosses it', () => {
    vi.useFakeTimers();
    renderSite();
    fireEvent.pointerEnter(submenuButton(), { pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(60));
    fireEvent.pointerLeave(submenuButton(), { pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(1000));
    expect(isOpen()).toBe(false);
  });

  test('opens by keyboard, and Escape closes it and focuses its button', async () => {
    renderSite();
    submenuButton().focus();
    await userEvent.keyboard('{Enter}');
    expect(isOpen()).toBe(true);
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Mission & Vision');
    await userEvent.keyboard('{Escape}');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(submenuButton());
  });

  describe('opened by hovering', () => {
    const hover = () => {
      vi.useFakeTimers();
      renderSite();
      fireEvent.pointerEnter(submenuButton(), { pointerType: 'mouse' });
      act(() => void vi.advanceTimersByTime(HOVER_DELAY_MS));
      expect(isOpen()).toBe(true);
    };

    test('closes on Escape without moving the focus', () => {
      hover();
      const donate = header().getByRole('link', { name: 'Donate' });
      act(() => donate.focus());
      fireEvent.keyDown(donate, { key: 'Escape' });
      expect(isOpen()).toBe(false);
      expect(document.activeElement).toBe(donate);
      act(() => void vi.advanceTimersByTime(1000));
      expect(isOpen()).toBe(false);
    });

    test('stays open on the first press of its button and closes on the second', () => {
      hover();
      fireEvent.click(submenuButton());
      expect(isOpen()).toBe(true);
      fireEvent.click(submenuButton());
      expect(isOpen()).toBe(false);
    });

    test('closes when the pointer moves away', () => {
      hover();
      fireEvent.pointerLeave(submenuButton(), { pointerType: 'mouse' });
      act(() => void vi.advanceTimersByTime(HOVER_DELAY_MS));
      expect(isOpen()).toBe(false);
    });
  });

  test('closes when another submenu opens', async () => {
    renderSite();
    await userEvent.click(submenuButton());
    expect(isOpen()).toBe(true);
    vi.useFakeTimers();
    const store = header().getByRole('link', { name: 'Store' });
    fireEvent.pointerEnter(store.closest('li') as Element, { pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(HOVER_DELAY_MS));
    vi.useRealTimers();
    const other = header().getByRole('button', { name: 'Store submenu' });
    expect(other.getAttribute('aria-expanded')).toBe('true');
    expect(isOpen()).toBe(false);
  });

  test('closes when the focus moves away', async () => {
    renderSite();
    await userEvent.click(submenuButton());
    act(() => header().getByRole('link', { name: 'Store' }).focus());
    expect(isOpen()).toBe(false);
  });
});

/** Safari does not focus pressed buttons and links. The focused element loses the focus. */
function pressAsSafari(element: Element) {
  fireEvent.pointerDown(element);
  act(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  // A hidden link gets no click.
  if (element.closest('[hidden]') === null) fireEvent.click(element);
}

describe('in Safari', () => {
  test('a menu closes on a press elsewhere', async () => {
    withSession(signedIn('Maria', ['applicant']));
    renderSite();
    const user = await userMenu('Maria');
    pressAsSafari(user);
    expect(user.getAttribute('aria-expanded')).toBe('true');
    pressAsSafari(screen.getByRole('main'));
    expect(user.getAttribute('aria-expanded')).toBe('false');
  });

  test('a link of a submenu that was opened by keyboard can be pressed', async () => {
    renderSite();
    submenuButton().focus();
    await userEvent.keyboard('{Enter}');
    const link = header().getByRole('link', { name: 'Mission & Vision' });
    const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    link.addEventListener('click', followed);
    pressAsSafari(link);
    expect(followed).toHaveBeenCalledOnce();
  });

  test('Sign Out signs out where the user menu was opened by keyboard', async () => {
    const signOut = vi.spyOn(sessionStore, 'signOut').mockResolvedValue();
    withSession(signedIn('Maria', []));
    renderSite();
    (await userMenu('Maria')).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    pressAsSafari(header().getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  });
});

describe('the account menu', () => {
  test('shows neither Sign In nor a menu while the session loads', () => {
    withSession({ status: 'loading' });
    renderSite();
    expect(header().queryByText('Sign In')).toBeNull();
    expect(header().queryByText('Sign Out')).toBeNull();
  });

  test('offers Sign In to visitors', () => {
    renderSite();
    expect(header().getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
  });

  test('has the first name as its heading, or User if there is no name', async () => {
    withSession(signedIn('Maria', ['applicant']));
    const first = renderSite();
    expect(await userMenu('Maria')).toBeTruthy();
    first.unmount();
    withSession(signedIn(null, []));
    renderSite();
    expect(await userMenu('User')).toBeTruthy();
  });

  test.each([
    ['an admin', ['admin'] as const, true],
    ['an applicant', ['applicant'] as const, false],
    ['a user whose roles are loading', 'loading' as const, false],
  ])('shows the dashboard link only to administrators: %s', async (_who, roles, due) => {
    withSession(signedIn('Maria', roles));
    renderSite();
    await userEvent.click(await userMenu('Maria'));
    expect(header().getByRole('link', { name: 'Apply for Membership' })).toBeTruthy();
    expect(header().queryByRole('link', { name: 'Admin Dashboard' }) !== null).toBe(due);
  });

  test('links to the account in its heading, before the three entries', async () => {
    withSession(signedIn('Maria', ['admin']));
    renderSite();
    await userEvent.click(await userMenu('Maria'));
    const account = header().getByRole('link', { name: 'Maria Your account' });
    expect(account.getAttribute('href')).toBe('/account');
    const entries = account.nextElementSibling?.querySelectorAll('li') ?? [];
    expect([...entries].map((entry) => entry.textContent)).toEqual([
      'Apply for Membership',
      'Admin Dashboard',
      'Sign Out',
    ]);
  });
});

describe('without JavaScript', () => {
  const html = () => {
    withSession({ status: 'loading' });
    const text = renderToString(
      <MemoryRouter>
        <SiteHeader />
        <SiteFooter />
      </MemoryRouter>,
    );
    return new DOMParser().parseFromString(text, 'text/html');
  };

  test('the menu is a link to the footer', () => {
    const menu = html().querySelector<HTMLAnchorElement>('header a[aria-label="Menu"]');
    const links = html().querySelector(menu?.getAttribute('href') ?? 'nothing');
    expect(links?.closest('footer')).toBeTruthy();
    expect(links?.querySelectorAll('a').length).toBeGreaterThan(8);
  });
});

describe('the mobile menu', () => {
  test('mirrors the header and names the signed-in user', async () => {
    withSession(signedIn('Maria', ['admin']));
    renderSite();
    const menu = await openMobileMenu();
    expect(menu.getByText('Signed in as').textContent).toBe('Signed in as Maria');
    const account = menu.getByRole('link', { name: 'Maria, your account' });
    expect(account.getAttribute('href')).toBe('/account');
    expect(menu.queryByRole('link', { name: 'Mission & Vision' })).toBeNull();
    await userEvent.click(menu.getByRole('button', { name: 'About submenu' }));
    for (const name of ['Donate', 'About', 'FAQ', 'Mission & Vision', 'Admin Dashboard']) {
      expect(menu.getByRole('link', { name })).toBeTruthy();
    }
    await expectAccessible(screen.getByRole('dialog'));
  });

  test('closes when a link opens a page, and the page gets the focus', async () => {
    const { router } = renderSite();
    const menu = await openMobileMenu();
    await userEvent.click(menu.getByRole('link', { name: 'About' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/about');
    // A timer returns the focus to the button of the menu.
    await new Promise((resolve) => setTimeout(resolve));
    const heading = screen.getByRole('heading', { level: 1, name: 'Page /about' });
    expect(document.activeElement).toBe(heading);
  });

  describe('when the window becomes wide', () => {
    /** The styles hide the button. jsdom has no layout, so it hides every element. */
    const widen = () => act(() => void window.dispatchEvent(new Event('resize')));

    test('does not open after loading', async () => {
      renderSite();
      act(() => header().getByRole('button', { name: 'Open menu' }).click());
      widen();
      await act(() => vi.dynamicImportSettled());
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('closes', async () => {
      renderSite();
      await openMobileMenu();
      widen();
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('stays open while its button is visible', async () => {
      renderSite();
      await openMobileMenu();
      const rects = [new DOMRect()] as unknown as DOMRectList;
      vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue(rects);
      widen();
      expect(screen.getByRole('dialog')).toBeTruthy();
    });
  });
});
