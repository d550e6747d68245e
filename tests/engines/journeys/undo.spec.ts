// A decision is undone before its mail, and a selection is decided and undone.
import { accessToken, confirmedApplicant, submit } from '../../e2e/support/applicants.js';
import { mailTo, mailsTo } from '../../e2e/support/mailbox.js';
import { administrator, launch, useStack } from '../../e2e/support/stack.js';
import { expect, test } from '../journey-test.js';
import { signInWithoutPrompt, userMenu } from '../steps.js';
import { button, dialog, heading, link, main, role } from '../targets.js';

const WELCOME = /Welcome to the Educators Forum/;

test('a decision and a selection are undone before their mails', async ({
  open,
  expectProblem,
}) => {
  test.setTimeout(180_000);
  const workers = Number(process.env['TEST_PARALLEL_INDEX']) + 1;
  const own = await launch(workers, { FORUM__REVIEW__UNDO_SECONDS: '8' });
  const back = useStack(own);
  try {
    const ana = await confirmedApplicant();
    const ben = await confirmedApplicant();
    for (const teacher of [ana, ben]) await submit(await accessToken(teacher));
    const page = await open();
    const admin = administrator();
    await signInWithoutPrompt(page, admin);
    await page.click(userMenu(admin));
    await page.click(link('Admin Dashboard'));
    await page.shows(heading('Admin Dashboard'));
    await page.says(main, /Showing 1–2 of 2 applications/);
    await page.click({ ...button(/^Approve .*’s application/), index: 0 });
    await page.click(button(/^Undo: Approved/));
    await page.lacks(button(/^Undo/));
    await page.click(button('Select'));
    await page.click({ ...role('checkbox', /^Select .*’s application/), index: 0 });
    await page.click({ ...role('checkbox', /^Select .*’s application/), index: 1 });
    await page.says(main, /2 selected/);
    await page.isAccessible();
    await page.click(button('Reject', role('region', 'Selected applications')));
    await page.click(button('Reject 2', dialog));
    await page.click(button('Undo: Rejected 2 applications.'));
    await page.lacks(button(/^Undo/));
    await page.click({ ...button(/^Approve .*’s application/), index: 0 });
    await Promise.any([ana, ben].map(({ email }) => mailTo(email, WELCOME)));
    const mails = (await Promise.all([ana, ben].map(({ email }) => mailsTo(email)))).flat();
    expect(mails.filter(({ subject }) => WELCOME.test(subject))).toHaveLength(1);
    expect(mails.filter(({ subject }) => /^About your/.test(subject))).toEqual([]);
  } finally {
    // The page is still open when its server ends.
    expectProblem(/ERR_CONNECTION_REFUSED/);
    back();
    await own.end();
  }
});
