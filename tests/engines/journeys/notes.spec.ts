// Two administrators review the same applications side by side.
import { accessToken, confirmedApplicant, submit } from '../../e2e/support/applicants.js';
import { ownStack } from '../../e2e/support/stack.js';
import { test } from '../journey-test.js';
import type { Page } from '../page.js';
import { signInWithoutPrompt } from '../steps.js';
import { application, button, dialog, label, nth, role } from '../targets.js';

/** A hidden page gets no events. Firefox has the browsers of a test as tabs of one window, of which one is visible. */
const setVisibility = (page: Page, visibility: DocumentVisibilityState) =>
  page.call((it) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => it });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);

const selection = role('region', 'Selected applications');
const boxes = role('checkbox', /^Select .*’s application/);

test('notes, the other viewer, and decisions that conflict', async ({ open, expectProblem }) => {
  test.setTimeout(180_000);
  const own = await ownStack(2, { FORUM__REVIEW__UNDO_SECONDS: '30' });
  try {
    const ids: string[] = [];
    for (let each = 0; each < 2; each += 1)
      ids.push(await submit(await accessToken(await confirmedApplicant())));
    const desks = [];
    for (const director of own.admins) {
      const page = await open();
      await signInWithoutPrompt(page, director);
      await page.goto(`/admin?application=${ids[1]}`);
      await setVisibility(page, 'visible');
      await page.says(application, /Hillsborough/);
      desks.push(page);
    }
    const [one, other] = desks as [Page, Page];
    await other.says(application, /Also viewing: Dana Reyes/);
    await one.says(application, /Also viewing: Dana Reyes/);
    await one.focus(label('Add a note', application));
    await one.type('Called the school.');
    await one.click(button('Add note', application));
    await other.says(application, /Called the school\./);
    await other.isAccessible();

    // Both decide on one application, and the first undoes it.
    await setVisibility(other, 'hidden');
    await one.click(button('Approve', application));
    await one.shows(button(/^Undo: Approved/, application));
    await other.click(button('Reject', application));
    await other.says(application, /Someone else decided first/);
    await other.isAccessible();
    await setVisibility(other, 'visible');
    await one.click(button(/^Undo: Approved/, application));
    for (const page of desks) {
      await page.shows(button('Approve', application));
      await page.says(application, /Decision undone/);
      await page.key('Escape');
      await page.lacks(application);
    }

    // One decides on an application that the other has selected.
    await setVisibility(other, 'hidden');
    await other.click(button('Select'));
    for (const index of [0, 1]) await other.click(nth(boxes, index));
    await other.click(button('Reject', selection));
    await other.shows(button('Reject 2', dialog));
    await one.click(nth(button(/^Approve .*’s application/), 0));
    await one.shows(button(/^Undo: Approved/));
    await other.click(button('Reject 2', dialog));
    await other.says(role('main'), /Rejected 1 of 2 applications\. Skipped:/);
    await other.says(role('main'), /was already decided/);
    await other.isAccessible();
    const rows = (page: Page, status: RegExp) => page.says(nth(role('row'), 2), status);
    await rows(one, /Rejected/);
    await other.click(button(/^Undo: Rejected/));
    await rows(one, /Pending/);
    await one.says(nth(role('row'), 1), /Approved/);
  } finally {
    // The pages stay open until the test has ended.
    expectProblem(/CONNECTION_REFUSED|NetworkError|Could not connect/);
    // The refused decision.
    expectProblem(/409/);
    await own.end();
  }
});
