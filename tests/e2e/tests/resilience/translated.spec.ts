// The site under browser translation, which replaces text nodes with elements. journey-test.ts fails on page errors.
import type { Page } from '@playwright/test';
import { confirmedApplicant, newApplicant } from '../../support/applicants.js';
import { expect, test, wide } from '../../support/journey-test.js';
import { publicScreens, titles } from '../../support/specified-words.js';
import { fillApplication, signIn, signUp, submitApplication, toast } from '../../support/steps.js';

test.use({ viewport: wide, trace: 'off' });

/** Wraps each new or changed text in two <font>, as Chrome does. */
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

test('navigation to every page works', async ({ page }) => {
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

test('sign-up and application work', async ({ page }) => {
  await translate(page);
  await signUp(page, newApplicant());
  await expect(toast(page)).toContainText('Account created!');
  await signIn(page, await confirmedApplicant());
  await page.getByRole('dialog').getByRole('button', { name: 'Apply Now' }).click();
  await page.getByLabel('School District').fill('Lake');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await fillApplication(page);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await submitApplication(page);
});
