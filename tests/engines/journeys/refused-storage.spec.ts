// A browser whose owner allows no site to keep anything. Only in Firefox do interfaces that exist refuse to work, so the
// configuration gives this file to no other engine.
import { notStored } from '../../../ui/src/content/account/not-stored.js';
import { stack } from '../../e2e/stack.js';
import { startPuppeteer } from '../drivers/puppeteer.js';
import { programOf } from '../engines.mjs';
import { expect, test, wide } from '../journey-test.js';
import { Page } from '../page.js';
import { confirmedPerson, giveCredentials, isSignedIn, isSignedOut } from '../steps.js';
import { button, heading, label, main, text } from '../targets.js';

/** Of network.cookie.cookieBehavior. */
const BLOCK_ALL_COOKIES = 2;

test('with all cookies blocked one can read, and sign in until the tab is closed', async () => {
  const preferences = { 'network.cookie.cookieBehavior': BLOCK_ALL_COOKIES };
  const firefox = await startPuppeteer('firefox', programOf('firefox'), preferences);
  try {
    const browser = await firefox.open(wide);
    const page = new Page(browser, await browser.newTab(), wide, stack().url);
    await page.goto('/auth');
    await page.shows(label('Email', main));
    await page.shows(text(notStored));
    await page.isSound();
    await page.goto('/admin');
    await page.shows(heading('Access Denied', main));
    await page.shows(text(notStored));
    const person = await confirmedPerson();
    await giveCredentials(page, person);
    await page.click(button('Apply Later'));
    await isSignedIn(page, person);
    // Nothing is stored: a reload is the end of it.
    await page.reload();
    await isSignedOut(page);
    expect(browser.problems()).toEqual([]);
  } finally {
    await firefox.close();
  }
});
