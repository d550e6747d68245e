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
import { HOVER_DELAY_MS } from './use-disclosure';

vi.mock('../../session/use-session');

function beneath(state: SessionState) {
  vi.mocked(useSession).mockReturnValue(state);
}

const header = () => within(screen.getByRole('banner'));
const userMenu = (name: string) => header().findByRole('button', { name });
const submenuButton = () => header().getByRole('button', { name: 'About submenu' });
const opened = () => submenuButton().getAttribute('aria-expanded') === 'true';
// jsdom loads no stylesheet, so what is hidden by width alone can be found and used.
const openMobileMenu = async () => {
  await userEvent.click(header().getByRole('button', { name: 'Open menu' }));
  return within(await screen.findByRole('dialog', { name: 'Menu' }));
};

beforeEach(() => beneath(visitor));

describe('the bars', () => {
  test('hold the links of the specification, in its words', () => {
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

  test('become opaque only past 50 px of scroll', () => {
    const { container } = renderSite();
    const bar = () => container.querySelector('[data-opaque]')?.getAttribute('data-opaque');
    const scrollTo = (y: number) => {
      vi.stubGlobal('scrollY', y);
      act(() => void window.dispatchEvent(new Event('scroll')));
    };
    expect(bar()).toBe('false');
    scrollTo(50);
    expect(bar()).toBe('false');
    scrollTo(51);
    expect(bar()).toBe('true');
    vi.unstubAllGlobals();
  });
});

describe('a submenu', () => {
  afterEach(() => vi.useRealTimers());

  test('opens after hovering for 100 ms and not before', () => {
    vi.useFakeTimers();
    renderSite();
    fireEvent.pointerEnter(submenuButton(), { pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(HOVER_DELAY_MS - 1));
    expect(opened()).toBe(false);
    act(() => void vi.advanceTimersByTime(1));
    expect(opened()).toBe(true);
    expect(HOVER_DELAY_MS).toBe(100);
  });

  test('stays closed when the pointer only passes over it', () => {
    vi.useFakeTimers();
    renderSite();
    fireEvent.pointerEnter(submenuButton(), { pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(60));
    fireEvent.pointerLeave(submenuButton(), { pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(1000));
    expect(opened()).toBe(false);
  });

  test('opens by keyboard, closes on Escape and gives the focus back to its button', async () => {
    renderSite();
    submenuButton().focus();
    await userEvent.keyboard('{Enter}');
    expect(opened()).toBe(true);
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Mission & Vision');
    await userEvent.keyboard('{Escape}');
    expect(opened()).toBe(false);
    expect(document.activeElement).toBe(submenuButton());
  });

  describe('opened by hovering', () => {
    const hover = () => {
      vi.useFakeTimers();
      renderSite();
      fireEvent.pointerEnter(submenuButton(), { pointerType: 'mouse' });
      act(() => void vi.advanceTimersByTime(HOVER_DELAY_MS));
      expect(opened()).toBe(true);
    };

    test('closes on Escape wherever the focus is, and leaves it there', () => {
      hover();
      const donate = header().getByRole('link', { name: 'Donate' });
      act(() => donate.focus());
      fireEvent.keyDown(donate, { key: 'Escape' });
      expect(opened()).toBe(false);
      expect(document.activeElement).toBe(donate);
      act(() => void vi.advanceTimersByTime(1000));
      expect(opened()).toBe(false);
    });

    test('stays open on the first press of its button and closes on the next', () => {
      hover();
      fireEvent.click(submenuButton());
      expect(opened()).toBe(true);
      fireEvent.click(submenuButton());
      expect(opened()).toBe(false);
    });

    test('closes when the pointer leaves it', () => {
      hover();
      fireEvent.pointerLeave(submenuButton(), { pointerType: 'mouse' });
      act(() => void vi.advanceTimersByTime(HOVER_DELAY_MS));
      expect(opened()).toBe(false);
    });
  });

  test('closes when another one opens', async () => {
    renderSite();
    await userEvent.click(submenuButton());
    expect(opened()).toBe(true);
    vi.useFakeTimers();
    const store = header().getByRole('link', { name: 'Store' });
    fireEvent.pointerEnter(store.closest('li') as Element, { pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(HOVER_DELAY_MS));
    vi.useRealTimers();
    const other = header().getByRole('button', { name: 'Store submenu' });
    expect(other.getAttribute('aria-expanded')).toBe('true');
    expect(opened()).toBe(false);
  });

  test('closes when the focus leaves it', async () => {
    renderSite();
    await userEvent.click(submenuButton());
    act(() => header().getByRole('link', { name: 'Store' }).focus());
    expect(opened()).toBe(false);
  });
});

/** Safari focuses neither buttons nor links when they are pressed; what had the focus loses it to nothing. */
function pressAsSafari(element: Element) {
  fireEvent.pointerDown(element);
  act(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  // A link that the menu has hidden gets no click.
  if (element.closest('[hidden]') === null) fireEvent.click(element);
}

describe('in Safari', () => {
  test('a menu closes on a press elsewhere', async () => {
    beneath(signedIn('Maria', ['applicant']));
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
    beneath(signedIn('Maria', []));
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
    beneath({ status: 'loading' });
    renderSite();
    expect(header().queryByText('Sign In')).toBeNull();
    expect(header().queryByText('Sign Out')).toBeNull();
  });

  test('offers Sign In to visitors', () => {
    renderSite();
    expect(header().getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
  });

  test('is headed by the first name, or User where there is none', async () => {
    beneath(signedIn('Maria', ['applicant']));
    const first = renderSite();
    expect(await userMenu('Maria')).toBeTruthy();
    first.unmount();
    beneath(signedIn(null, []));
    renderSite();
    expect(await userMenu('User')).toBeTruthy();
  });

  test.each([
    ['an admin', ['admin'] as const, true],
    ['an applicant', ['applicant'] as const, false],
    ['a user whose roles are loading', 'loading' as const, false],
  ])(
    'shows the dashboard link to %s only if they are an administrator',
    async (_who, roles, due) => {
      beneath(signedIn('Maria', roles));
      renderSite();
      await userEvent.click(await userMenu('Maria'));
      expect(header().getByRole('link', { name: 'Apply for Membership' })).toBeTruthy();
      expect(header().queryByRole('link', { name: 'Admin Dashboard' }) !== null).toBe(due);
    },
  );

  test('leads to the account from the first name at its head, before the three entries', async () => {
    beneath(signedIn('Maria', ['admin']));
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

  test('signs out', async () => {
    const signOut = vi.spyOn(sessionStore, 'signOut').mockResolvedValue();
    beneath(signedIn('Maria', []));
    renderSite();
    await userEvent.click(await userMenu('Maria'));
    await userEvent.click(header().getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  });
});

describe('before the script has arrived', () => {
  const html = () => {
    beneath({ status: 'loading' });
    const text = renderToString(
      <MemoryRouter>
        <SiteHeader />
        <SiteFooter />
      </MemoryRouter>,
    );
    return new DOMParser().parseFromString(text, 'text/html');
  };

  test('the menu is a link to the links of the footer', () => {
    const menu = html().querySelector<HTMLAnchorElement>('header a[aria-label="Menu"]');
    const links = html().querySelector(menu?.getAttribute('href') ?? 'nothing');
    expect(links?.closest('footer')).toBeTruthy();
    expect(links?.querySelectorAll('a').length).toBeGreaterThan(8);
  });

  test('Sign In is there without a script', () => {
    expect(html().querySelector('header noscript')?.innerHTML).toContain('href="/auth"');
  });
});

describe('the mobile menu', () => {
  test('mirrors the header and names the signed-in user', async () => {
    beneath(signedIn('Maria', ['admin']));
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

  test('holds the focus both ways round', async () => {
    renderSite();
    const menu = await openMobileMenu();
    const controls = [...menu.getAllByRole('link'), ...menu.getAllByRole('button')];
    await userEvent.tab({ shift: true });
    expect(controls).toContain(document.activeElement);
    await userEvent.tab();
    await userEvent.tab();
    expect(controls).toContain(document.activeElement);
  });

  test('closes on Escape and gives the focus back', async () => {
    renderSite();
    await openMobileMenu();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const opener = header().getByRole('button', { name: 'Open menu' });
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  test('closes when a link in it is followed, and the focus goes to the page', async () => {
    const { router } = renderSite();
    const menu = await openMobileMenu();
    await userEvent.click(menu.getByRole('link', { name: 'About' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/about');
    // What gives the focus back to the menu's button waits for a timer of its own.
    await new Promise((resolve) => setTimeout(resolve));
    const heading = screen.getByRole('heading', { level: 1, name: 'Page /about' });
    expect(document.activeElement).toBe(heading);
  });

  describe('when the window becomes wide', () => {
    /** The styles hide the button from there on; jsdom lays nothing out, so every element counts as hidden. */
    const widen = () => act(() => void window.dispatchEvent(new Event('resize')));

    test('does not open late', async () => {
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

    test('stays open while its button is shown', async () => {
      renderSite();
      await openMobileMenu();
      const rects = [new DOMRect()] as unknown as DOMRectList;
      vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue(rects);
      widen();
      expect(screen.getByRole('dialog')).toBeTruthy();
    });
  });

  test('keeps the page behind it from scrolling', async () => {
    renderSite();
    await openMobileMenu();
    expect(document.documentElement.hasAttribute('data-scroll-locked')).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(document.documentElement.hasAttribute('data-scroll-locked')).toBe(false);
  });
});
