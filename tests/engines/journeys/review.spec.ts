// Review: the list tells of an application as it arrives, and the applicant of the approval.
import { mailTo } from '../../e2e/mailbox.js';
import { administrator } from '../../e2e/stack.js';
import { test } from '../journey-test.js';
import { applied, signInAtOnce } from '../steps.js';
import { button, dialog, role, toasts } from '../targets.js';

test('an application is announced, read and approved', async ({ open }) => {
  const page = await open();
  await signInAtOnce(page, administrator());
  await page.goto('/admin');
  await page.shows(role('heading', 'Admin Dashboard'));
  await page.holds(
    'the list is live',
    () =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/admin/events')) ||
      /Showing 1–|No applications yet/.test(document.body.innerText),
  );
  const teacher = await applied();
  await page.click(button(/\d new applications?$/));
  await page.fill(role('searchbox', /search/i), teacher.email);
  await page.says(role('main'), /Showing 1–1 of 1 application/);
  const row = { ...role('row'), index: 1 };
  await page.says(row, /pending/i);
  await page.isSound();
  await page.click(button(/^View/, row));
  await page.says(dialog, /Hillsborough/);
  await page.isSound();
  await page.click(button('Approve', dialog));
  await page.says(toasts, /approved successfully/);
  await page.key('Escape');
  await page.lacks(dialog);
  await page.says(row, /approved/i);
  await mailTo(teacher.email, /Welcome to the Educators Forum/);
  const home = await open();
  await signInAtOnce(home, teacher);
});
