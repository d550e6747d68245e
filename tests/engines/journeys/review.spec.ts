// Review of an application that arrives while the list is open.
import { accessToken, confirmedApplicant, submit } from '../../e2e/support/applicants.js';
import { mailTo } from '../../e2e/support/mailbox.js';
import { administrator } from '../../e2e/support/stack.js';
import { test } from '../journey-test.js';
import { signInWithoutPrompt, userMenu } from '../steps.js';
import { button, dialog, heading, link, main, role, toasts } from '../targets.js';

/** Marks the document once its event stream is open. */
function markLiveList(): void {
  const { fetch } = window;
  window.fetch = async (...given) => {
    const answer = await fetch(...given);
    if (answer.ok && answer.url.endsWith('/api/admin/events'))
      document.documentElement.setAttribute('data-live', '');
    return answer;
  };
}

test('an application is announced, read and approved', async ({ open }) => {
  const page = await open();
  const admin = administrator();
  await signInWithoutPrompt(page, admin);
  await page.call(markLiveList);
  await page.click(userMenu(admin));
  await page.click(link('Admin Dashboard'));
  await page.shows(heading('Admin Dashboard'));
  await page.says(main, /Showing 1–|No applications yet/);
  await page.holds('the list is live', () => document.documentElement.matches('[data-live]'));
  const teacher = await confirmedApplicant();
  await submit(await accessToken(teacher));
  await page.click(button(/\d new applications?$/));
  await page.fill(role('searchbox', /search/i), teacher.email);
  await page.says(main, /Showing 1–1 of 1 application/);
  const row = { ...role('row'), index: 1 };
  await page.says(row, /pending/i);
  await page.isAccessible();
  await page.click(button(/^View/, row));
  await page.says(dialog, /Hillsborough/);
  await page.isAccessible();
  await page.click(button('Approve', dialog));
  await page.says(toasts, /approved successfully/);
  await page.key('Escape');
  await page.lacks(dialog);
  await page.says(row, /approved/i);
  await mailTo(teacher.email, /Welcome to the Educators Forum/);
  const home = await open();
  await signInWithoutPrompt(home, teacher);
});
