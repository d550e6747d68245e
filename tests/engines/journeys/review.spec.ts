// Review of an application that arrives while the list is open.
import { accessToken, confirmedApplicant, submit } from '../../e2e/support/applicants.js';
import { administrator } from '../../e2e/support/stack.js';
import { test } from '../journey-test.js';
import { openLiveDesk, signInWithoutPrompt } from '../steps.js';
import { application, button, label, main, role, text, toasts } from '../targets.js';

test('an application is announced, read and approved', async ({ open }) => {
  const page = await open();
  await openLiveDesk(page, administrator());
  const teacher = await confirmedApplicant();
  await submit(await accessToken(teacher));
  await page.click(button(/\d new applications?$/));
  await page.fill(role('searchbox', /search/i), teacher.email);
  await page.says(main, /Showing 1–1 of 1 application/);
  const row = { ...role('row'), index: 1 };
  await page.says(row, /pending/i);
  await page.isAccessible();
  await page.click(button(/^View/, row));
  await page.says(application, /Hillsborough/);
  await page.isAccessible();
  await page.click(button('Approve', application));
  await page.says(toasts, /approved successfully/);
  await page.key('Escape');
  await page.lacks(application);
  await page.says(row, /approved/i);
});

test('a day that is typed filters the list with one request, and an unfinished one with none', async ({
  open,
  engineName,
}) => {
  const page = await open();
  await signInWithoutPrompt(page, administrator());
  await page.goto('/admin');
  await page.click(button('Filters'));
  const type = async (...parts: string[]) => {
    for (const [index, part] of parts.entries()) {
      // WebKit does not move on to the next part by itself.
      if (index > 0 && engineName === 'webkit') await page.key('Tab');
      await page.type(part);
    }
  };
  const from = label('Submitted on or after');
  const asksFor = (day: string, requests: number) =>
    page.holds(
      `${requests} requests, the last for ${day}`,
      (start, count) => {
        const asked = performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name))
          .filter(({ pathname }) => pathname === '/api/admin/applications')
          .map(({ searchParams }) => searchParams.get('submitted_after'))
          .filter((after) => after !== null);
        return asked.length === count && asked.at(-1) === new Date(`${start}T00:00`).toISOString();
      },
      day,
      requests,
    );
  await page.focus(from);
  await type('03', '04', '2026');
  await page.value(from, '2026-03-04');
  await asksFor('2026-03-04', 1);
  await page.key('Backspace');
  await type('0026');
  await page.focus(label('Submitted on or before'));
  await page.shows(text('Enter a month, a day and a year with four digits.'));
  await page.isAccessible();
  await page.focus(from);
  await type('03', '05', '2026');
  await page.value(from, '2026-03-05');
  await asksFor('2026-03-05', 2);
});
