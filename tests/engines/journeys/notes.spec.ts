// Two administrators review one application side by side.
import { accessToken, confirmedApplicant, submit } from '../../e2e/support/applicants.js';
import { launch, useStack } from '../../e2e/support/stack.js';
import { test } from '../journey-test.js';
import { signInWithoutPrompt } from '../steps.js';
import { button, dialog, label, text, toasts } from '../targets.js';

/** Firefox has the browsers of a test as tabs of one window, of which one is visible. */
function staysVisible(): void {
  Object.defineProperty(document, 'visibilityState', { get: () => 'visible' });
}

test('a note, the other viewer and a failed mail', async ({ open, expectProblem }) => {
  test.setTimeout(180_000);
  const own = await launch(2);
  const back = useStack(own);
  try {
    const token = await accessToken(await confirmedApplicant());
    await own.refuseMail(true);
    const id = await submit(token);
    const desks = [];
    for (const director of own.admins) {
      const page = await open();
      await signInWithoutPrompt(page, director);
      await page.goto(`/admin?application=${id}`);
      await page.call(staysVisible);
      await page.says(dialog, /Hillsborough/);
      desks.push(page);
    }
    const [one, other] = desks as [(typeof desks)[0], (typeof desks)[0]];
    await other.says(dialog, /Also viewing: Dana Reyes/);
    await one.says(dialog, /Also viewing: Dana Reyes/);
    await one.focus(label('Add a note', dialog));
    await one.type('Called the school.');
    await one.shows(text('Saved', dialog));
    await other.says(dialog, /Called the school\./);
    await other.isAccessible();

    await one.says(dialog, /Failed/);
    await own.refuseMail(false);
    await one.click(button(/^Send the email/, dialog));
    await one.says(toasts, /sent again/);
    await one.shows(text('Sent', dialog));
  } finally {
    // The pages stay open until the test has ended.
    expectProblem(/CONNECTION_REFUSED|NetworkError|Could not connect/);
    back();
    await own.end();
  }
});
