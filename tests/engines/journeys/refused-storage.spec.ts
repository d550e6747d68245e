// A browser that blocks all storage. This file runs only in Firefox, whose storage interfaces exist but throw.
import { confirmedApplicant } from '../../e2e/support/applicants.js';
import { notStored } from '../../../ui/src/content/account/account-check.js';
import { stack } from '../../e2e/support/stack.js';
import { startPuppeteer } from '../drivers/puppeteer.js';
import { programOf } from '../engines.js';
import { expect, test, wide } from '../journey-test.js';
import { Page } from '../page.js';
import { giveCredentials, isSignedIn, isSignedOut } from '../steps.js';
import { button, heading, label, main, text } from '../targets.js';

/** A value of network.cookie.cookieBehavior. */
const BLOCK_ALL_COOKIES = 2;

test('with all cookies blocked, pages and sign-in work until a reload', async () => {
  const preferences = { 'network.cookie.cookieBehavior': BLOCK_ALL_COOKIES };
  const firefox = await startPuppeteer('firefox', programOf('firefox'), preferences);
  try {
    const browser = await firefox.open(wide);
    const page = new Page(browser, await browser.newTab(), stack().url);
    await page.goto('/auth');
    await page.shows(label('Email', main));
    await page.shows(text(notStored));
    await page.isAccessible();
    await page.goto('/admin');
    await page.shows(heading('Access Denied', main));
    await page.shows(text(notStored));
    const person = await confirmedApplicant();
    await giveCredentials(page, person);
    await page.click(button('Apply Later'));
    await isSignedIn(page, person);
    // Nothing is stored, so a reload ends the session.
    await page.reload();
    await isSignedOut(page);
    expect(browser.problems()).toEqual([]);
  } finally {
    await firefox.close();
  }
});
