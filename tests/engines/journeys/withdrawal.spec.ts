// A pending application is read, withdrawn and submitted again, and a rejected one fills the next form.
import { accessToken, confirmedApplicant, submit } from '../../e2e/support/applicants.js';
import { administrator, stack } from '../../e2e/support/stack.js';
import { expect, phone, test } from '../journey-test.js';
import { signInToApply } from '../steps.js';
import { button, dialog, heading, label, main, role } from '../targets.js';

async function call(token: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${stack().url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { items: { id: string }[] };
}

test('an applicant withdraws an application, applies again and starts from rejected answers', async ({
  open,
}) => {
  const teacher = await confirmedApplicant();
  const token = await accessToken(teacher);
  await submit(token);
  const page = await open(phone);
  await signInToApply(page, teacher);
  await page.shows(heading('Application Already Submitted'));
  await page.says(role('region', 'What you sent'), /Hillsborough/);
  await page.isAccessible();

  await page.click(button('Withdraw application'));
  await page.says(dialog, /as a draft/);
  await page.isAccessible();
  await page.click(button('Withdraw it', dialog));
  await page.says(main, /You withdrew your application/);
  await page.says(main, /Step 3 of 3/);
  await page.isAccessible();
  await page.click(button('Submit Application'));
  await page.shows(heading('Application Received!'));

  const { items } = await call(token, 'GET', '/applications/mine');
  const [newest] = items;
  const admin = await accessToken(administrator());
  const decision = { decision: 'rejected' };
  await call(admin, 'POST', `/admin/applications/${newest?.id}/decision`, decision);
  await page.goto('/account');
  await page.says(main, /Rejected on .+, submitted on/);
  await page.isAccessible();
  await page.goto('/apply');
  await page.says(main, /wasn’t approved/);
  await page.value(label('School District'), 'Hillsborough');
  await page.isAccessible();
  await page.click(button('Start with an empty form'));
  await page.value(label('School District'), '');
});
