// What an administrator sees of others without doing anything.
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectSoundView, test } from '../../support/journey-test.js';
import { pendingApplications, tokenOf } from '../../support/seed.js';
import { administrator, launch, moveTo, stack } from '../../support/stack.js';
import { confirmedApplicant, startAs } from '../../support/steps.js';

const fresh = (page: Page) => page.getByRole('button', { name: /\d new applications?$/ });
const loaded = (page: Page) => page.getByText(/^Showing 1–|^No applications yet/);
const listens = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/admin/events') && answer.ok());

/** The list of applications, with its stream of events open. */
async function openDashboard(page: Page): Promise<void> {
  const open = listens(page);
  await page.goto('/admin');
  await open;
  await expect(loaded(page)).toBeVisible();
}

test('an application sent in one browser is announced in another, and shown when asked for', async ({
  page,
  request,
}) => {
  await pendingApplications(request, 1);
  await startAs(page, administrator());
  await openDashboard(page);
  const first = await page.getByRole('row').nth(1).textContent();
  const { district } = await pendingApplications(request, 1);
  await expect(fresh(page)).toBeVisible();
  expect(await page.getByRole('row').nth(1).textContent(), 'no row moves').toBe(first);
  await expectSoundView(page);
  await fresh(page).click();
  await expect(fresh(page)).toHaveCount(0);
  await page.getByRole('searchbox', { name: /search/i }).fill(district);
  await expect(page.getByText('Showing 1–1 of 1 application')).toBeVisible();
});

async function roleOf(
  request: APIRequestContext,
  email: string,
  method: 'put' | 'delete',
): Promise<void> {
  const headers = { Authorization: `Bearer ${await tokenOf(request, administrator())}` };
  const found = await request.get(`/api/admin/users?${new URLSearchParams({ q: email })}`, {
    headers,
  });
  const { items } = (await found.json()) as { items: readonly { id: string }[] };
  const answer = await request[method](`/api/admin/users/${items[0]?.id}/roles/admin`, {
    headers,
    ...(method === 'put' && { data: { reason: 'Helps with the reviews' } }),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('who is no administrator any more sees Access Denied, without doing anything', async ({
  page,
  request,
  watched,
}) => {
  watched.expectConsoleError(/40[13]/);
  const helper = await confirmedApplicant(page);
  await roleOf(request, helper.email, 'put');
  await startAs(page, helper);
  await openDashboard(page);
  await roleOf(request, helper.email, 'delete');
  await expect(page.getByText('Access Denied')).toBeVisible();
});

test('a restart of the server is survived: what comes in afterwards is announced', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const own = await launch(1);
  // The steps of the journeys look into the mailbox of the stack they run on.
  const back = moveTo(own);
  try {
    const context = await browser.newContext({ baseURL: own.url });
    const page = await context.newPage();
    const [director] = own.admins;
    if (director === undefined) throw new Error('no administrator');
    await startAs(page, director);
    await openDashboard(page);
    const again = listens(page);
    await own.restart();
    await again;
    await pendingApplications(context.request, 1);
    await expect(page.getByRole('button', { name: '1 new application' })).toBeVisible();
    await context.close();
  } finally {
    back();
    await own.end();
  }
  expect(stack().url).not.toBe(own.url);
});
