// Steps of a sign-in through the school.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../journey-test.js';
import { TITLE } from './school.js';

export const main = (page: Page) => page.getByRole('main');
export const panel = (page: Page, name = 'Sign In') => page.getByRole('tabpanel', { name });
export const section = (page: Page) => page.getByRole('region', { name: 'Other ways to sign in' });
export const alertIn = (page: Page) => main(page).getByRole('alert');
export const schoolButton = (page: Page, tab = 'Sign In', title = TITLE) =>
  panel(page, tab).getByRole('button', { name: `Continue with ${title}` });
export const link = (page: Page, name: string) =>
  main(page).getByRole('link', { name, exact: true });
export const button = (place: Locator | Page, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

export async function goToSchool(page: Page): Promise<void> {
  await page.goto('/auth');
  await schoolButton(page).click();
}

/** The page that a failed sign-in ends on, with its reason. */
export async function expectFailure(page: Page, words: string): Promise<void> {
  await expect(page).toHaveURL('/auth/finish');
  await expect(alertIn(page)).toContainText(words);
  await expect(alertIn(page)).toBeFocused();
}
