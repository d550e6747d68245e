// What everybody may see: sound pages, the menus, dialogs, going back.
import { pressLikeSafari } from '../in-page.js';
import { expect, phone, test, wide } from '../journey-test.js';
import { banner, button, dialog, heading, link, main, role, selector } from '../targets.js';

const PAGES = ['/', '/about', '/educators-forum', '/reports', '/teachers', '/store', '/contact'];
const MORE_PAGES = ['/donate', '/faq', '/blog', '/privacy', '/about/core-values', '/auth', '/none'];

for (const size of [wide, phone])
  test(`public pages are sound, ${size.width} px wide`, async ({ open, expectProblem }) => {
    expectProblem(/404/);
    const page = await open(size);
    for (const path of [...PAGES, ...MORE_PAGES]) {
      await page.goto(path);
      await page.isSound();
    }
    expect(await page.call(() => innerWidth)).toBe(size.width);
  });

const menu = role('navigation', 'Main');
const opener = button('Store submenu', menu);

test('a submenu opens by keyboard, and its link still works by pointer', async ({ open }) => {
  const page = await open();
  await page.goto('/about');
  await page.call(pressLikeSafari);
  await page.focus(link('Store', menu));
  await page.key('Tab');
  await page.hasFocus(opener);
  await page.key('Enter');
  await page.shows(link('Sponsor a Shirt', menu));
  await page.key('Escape');
  await page.lacks(link('Sponsor a Shirt', menu));
  await page.hasFocus(opener);
  await page.key('Enter');
  await page.click(link('Sponsor a Shirt', menu));
  await page.isAt('/store/sponsor');
  await page.hasFocus(heading('Sponsor a Shirt', main));
  await page.lacks(link('Bulk & Custom Orders', menu));
});

test('a change of page moves the focus, and Back restores the place', async ({ open }) => {
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
  await page.holds('the place is restored', (it) => Math.abs(scrollY - it) < 2, before);
});

test('the mobile menu holds the focus and the page behind it', async ({ open }) => {
  const page = await open(phone);
  await page.goto('/about');
  await page.click(button('Open menu', banner));
  const panel = role('dialog', 'Menu');
  await page.shows(panel);
  await page.isSound();
  const before = await page.call(() => scrollY);
  // Over a part of the panel that does not scroll itself, and in the middle.
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

test('a dialog holds the focus, and gives it back', async ({ open }) => {
  const page = await open();
  await page.goto('/');
  const apply = button('Apply to Join the Educators Forum', main);
  await page.focus(apply);
  await page.key('Enter');
  await page.says(dialog, /currently unavailable/);
  await page.isSound();
  await page.key('Escape');
  await page.lacks(dialog);
  await page.hasFocus(apply);
  await page.click(apply);
  await page.click(button('Go Back', dialog));
  await page.lacks(dialog);
});
