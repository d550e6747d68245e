// Browsers without newer functions, without storage, and with translation of the page.
import type { Page } from '@playwright/test';
import { lacking } from '../../../../ui/scripts/oldest-browsers.js';
import { notStored } from '../../../../ui/src/content/account/account-check.js';
import { confirmedApplicant, newApplicant } from '../../support/applicants.js';
import { expect, expectAccessibleView, test, wide } from '../../support/journey-test.js';
import { publicScreens, titles } from '../../support/specified-words.js';
import { administrator } from '../../support/stack.js';
import {
  fillApplication,
  openAs,
  signIn,
  signUp,
  statusChoice,
  submitApplication,
  toast,
} from '../../support/steps.js';

test.use({ viewport: wide });

/** Signs in and opens the form. */
async function startApplication(page: Page): Promise<void> {
  await signIn(page, await confirmedApplicant());
  await page.getByRole('dialog').getByRole('button', { name: 'Apply Now' }).click();
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
}

/** Types the district and waits until it is saved. */
async function saveDistrict(page: Page): Promise<void> {
  await page.getByLabel('School District').fill('Lake');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

const removeNewApis = (page: Page) =>
  page.addInitScript((lists) => {
    for (const [owner, names] of Object.entries(lists)) {
      let object: object = globalThis;
      for (const part of owner.split('.')) object = Reflect.get(object, part) as object;
      for (const name of names) Reflect.deleteProperty(object, name);
    }
  }, lacking);

test('an application is written, submitted and announced without the missing functions', async ({
  page,
  elsewhere,
}) => {
  await removeNewApis(page);
  await removeNewApis(elsewhere);
  await openAs(elsewhere, administrator(), '/admin');
  const pending = statusChoice(elsewhere, 'Pending');
  await expect(pending).toBeVisible();

  await startApplication(page);
  expect(await page.evaluate(() => 'any' in AbortSignal)).toBe(false);
  await saveDistrict(page);
  await fillApplication(page);
  await submitApplication(page);
  await expect(elsewhere.getByRole('button', { name: /new application/ })).toBeVisible();
});

/** As in Firefox with all cookies blocked: storage, channels and locks exist but throw. tests/engines runs the sign-in there. */
const refuseStorage = (page: Page) =>
  page.addInitScript(() => {
    const refused = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, { get: refused });
    window.BroadcastChannel = new Proxy(BroadcastChannel, { construct: refused });
    LockManager.prototype.request = () =>
      Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
  });

test('sign-in, refresh and application work without storage', async ({ page }) => {
  const notice = page.getByText(notStored);
  await refuseStorage(page);
  await page.clock.install();
  await page.goto('/');
  await expect(notice).toHaveCount(0);
  await startApplication(page);
  await expect(notice).toBeVisible();
  await expectAccessibleView(page);
  const renewed = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/auth/sessions/refresh') && answer.ok(),
  );
  await page.clock.fastForward('14:30');
  await renewed;
  await saveDistrict(page);
});

/** Wraps each new or changed text in two <font>, as Chrome does. A page error fails the test. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const isDone = (text: Node) => text.parentElement?.localName === 'font';
    const wrap = (text: Text) => {
      if (text.data.trim() === '' || isDone(text) || text.parentElement?.closest('script, style'))
        return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(text.data);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(wrap);
    };
    const begin = () => {
      wrapAll(document.body);
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes)
          if (type === 'characterData') wrap(target as Text);
          else addedNodes.forEach((node) => (node instanceof Text ? wrap(node) : wrapAll(node)));
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    };
    // React marks hydrated elements. The page below the layout comes last.
    const whenHydrated = () => {
      const heading = document.querySelector('main h1');
      if (heading !== null && Object.keys(heading).length > 0) begin();
      else requestIdleCallback(whenHydrated);
    };
    requestIdleCallback(whenHydrated);
  });

test('navigation to every page works under translation', async ({ page }) => {
  await translate(page);
  await page.goto('/');
  for (const { path } of [...publicScreens, ...publicScreens.slice(0, 1)]) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await expect(page).toHaveTitle(titles.get(path) ?? '');
    await expect(page.locator('h1 font').first()).toBeAttached();
    // Open and close everything that unfolds.
    for (const tab of await page.getByRole('main').getByRole('tab').all()) await tab.click();
    const folds = page.getByRole('main').locator('button[aria-expanded]:visible');
    for (const fold of await folds.all()) {
      await fold.click();
      await fold.click();
    }
  }
});

test('sign-up and application work under translation', async ({ page }) => {
  await translate(page);
  await signUp(page, newApplicant());
  await expect(toast(page)).toContainText('Account created!');
  await startApplication(page);
  await saveDistrict(page);
  await fillApplication(page);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await submitApplication(page);
});
