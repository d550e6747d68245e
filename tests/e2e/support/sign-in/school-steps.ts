// Steps of the journeys through a school and back.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../journey-test.js';
import { TITLE } from './school.js';
import { toast } from '../steps.js';

export const main = (page: Page) => page.getByRole('main');
export const panel = (page: Page, name = 'Sign In') => page.getByRole('tabpanel', { name });
export const section = (page: Page) => page.getByRole('region', { name: 'Other ways to sign in' });
export const told = (page: Page) => main(page).getByRole('alert');
export const toSchool = (page: Page, tab = 'Sign In', title = TITLE) =>
  panel(page, tab).getByRole('button', { name: `Continue with ${title}` });
export const wayOn = (page: Page, name: string) =>
  main(page).getByRole('link', { name, exact: true });
export const button = (place: Locator | Page, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

export async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth');
}

export const welcomed = (page: Page) => expect(toast(page)).toContainText('Welcome back!');

export async function openTheSchool(page: Page): Promise<void> {
  await page.goto('/auth');
  await toSchool(page).click();
}

/** The page where the way through the school has ended, and why. */
export async function expectFailure(page: Page, words: string): Promise<void> {
  await expect(page).toHaveURL('/auth/finish');
  await expect(told(page)).toContainText(words);
  await expect(told(page)).toBeFocused();
}
