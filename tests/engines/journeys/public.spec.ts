// Public pages: accessibility, menus, dialogs and Back.
import { pressLikeSafari } from '../in-page.js';
import { expect, phone, test, wide } from '../journey-test.js';
import { banner, button, dialog, heading, link, main, role, selector } from '../targets.js';

const PAGES = ['/', '/about', '/educators-forum', '/reports', '/teachers', '/store', '/contact'];
const MORE_PAGES = [
  '/donate',
  '/faq',
  '/blog',
  '/privacy',
  '/about/core-values',
  '/auth',
  '/auth/recover',
  '/auth/reset',
  '/none',
];

for (const size of [wide, phone])
  test(`public pages are accessible, ${size.width} px wide`, async ({ open, expectProblem }) => {
    expectProblem(/404/);
    const page = await open(size);
    for (const path of [...PAGES, ...MORE_PAGES]) {
      await page.goto(path);
      await page.isAccessible();
    }
    expect(await page.call(() => innerWidth)).toBe(size.width);
  });

const menu = role('navigation', 'Main');
const opener = button('Store submenu', menu);

test('a submenu opened by keyboard works by pointer', async ({ open }) => {
  const page = await open();
  await page.goto('/about');
  await page.call(pressLikeSafari);
  await page.focus(link('Store', menu));
  await page.key('Tab');
  await page.hasFocus(opener);
  await page.key('Enter');
  await page.shows(link('Sponsor a Shirt', menu));
  await page.isAccessible();
  await page.key('Escape');
  await page.lacks(link('Sponsor a Shirt', menu));
  await page.hasFocus(opener);
  await page.key('Enter');
  await page.click(link('Sponsor a Shirt', menu));
  await page.isAt('/store/sponsor');
  await page.hasFocus(heading('Sponsor a Shirt', main));
  await page.lacks(link('Bulk & Custom Orders', menu));
});

test('a page change moves the focus, and Back restores the scroll position', async ({ open }) => {
  const page = await open();
  await page.goto('/about');
  await page.call(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const before = await page.call(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await page.click(link('FAQ', role('contentinfo')));
  await page.isAt('/faq');
  await page.hasFocus(selector('h1'));
  await page.holds('the page is at its top', () => scrollY === 0);
  await page.back();
  await page.isAt('/about');
  await page.holds('the scroll position is restored', (it) => Math.abs(scrollY - it) < 2, before);
});

test('the mobile menu traps the focus and stops scrolling behind it', async ({ open }) => {
  const page = await open(phone);
  await page.goto('/about');
  await page.click(button('Open menu', banner));
  const panel = role('dialog', 'Menu');
  await page.shows(panel);
  await page.isAccessible();
  const before = await page.call(() => scrollY);
  // Over a part of the panel that does not scroll, and in its middle.
  for (const y of [30, 400]) await page.scroll(195, y, 300);
  await page.call(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  expect(await page.call(() => scrollY), 'scrolled behind the menu').toBe(before);
  for (let step = 0; step < 5; step += 1) await page.key('Tab');
  expect(
    await page.call((it) => findOne(it).contains(document.activeElement), panel),
    'the focus stays inside',
  ).toBe(true);
  await page.key('Escape');
  await page.lacks(panel);
  await page.hasFocus(button('Open menu', banner));
  await page.click(button('Open menu', banner));
  await page.click(button('About submenu', panel));
  await page.click(link('Board & Leadership', panel));
  await page.isAt('/about/board-leadership');
  await page.lacks(panel);
});

test('a dialog traps the focus and returns it', async ({ open }) => {
  const page = await open();
  await page.goto('/');
  const apply = button('Apply to Join the Educators Forum', main);
  await page.focus(apply);
  await page.key('Enter');
  await page.says(dialog, /currently unavailable/);
  await page.isAccessible();
  await page.key('Escape');
  await page.lacks(dialog);
  await page.hasFocus(apply);
  await page.click(apply);
  await page.click(button('Go Back', dialog));
  await page.lacks(dialog);
});

test('a page that the user leaves while code loads does not call the user back', async ({
  open,
}) => {
  const page = await open();
  await page.goto('/faq');
  await page.call(
    (it) => {
      // The code of a page is announced in the head when its request starts.
      const watcher = new MutationObserver(() => {
        watcher.disconnect();
        location.assign('/about');
      });
      watcher.observe(document.head, { childList: true });
      findOne(it).click();
    },
    link('Blog', banner),
  );
  await page.isAt('/about');
  await page.hydrated();
  await page.call(() => new Promise((done) => setTimeout(done, 500)));
  await page.isAt('/about');
});
