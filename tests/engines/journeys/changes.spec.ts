// An administrator asks for changes, the applicant edits the answers, and the administrator compares them and approves.
import { accessToken, confirmedApplicant, submit } from '../../e2e/support/applicants.js';
import { mailTo } from '../../e2e/support/mailbox.js';
import { administrator } from '../../e2e/support/stack.js';
import { phone, test } from '../journey-test.js';
import { giveCredentials, signInWithoutPrompt } from '../steps.js';
import { application, button, heading, label, main, role, selector, toasts } from '../targets.js';

const asking = role('dialog', 'Ask for changes');
const changes = role('region', 'Changed answers');
const request = role('region', 'Changes requested');

test('changes are asked for, made on a phone, compared and approved', async ({ open }) => {
  const teacher = await confirmedApplicant();
  const id = await submit(await accessToken(teacher));
  const admin = await open();
  await signInWithoutPrompt(admin, administrator());
  await admin.goto(`/admin?application=${id}`);
  await admin.says(application, /Hillsborough/);
  await admin.click(button(/^Ask for changes/, application));
  await admin.hasFocus(label('Message to the applicant', asking));
  await admin.type('Please check your city.');
  await admin.click(label('City', asking));
  await admin.says(asking, /1 of 13 selected/);
  await admin.isAccessible();
  await admin.click(button('Send request', asking));
  await admin.lacks(asking);
  await admin.hasFocus(heading('Changes requested', application));
  await admin.isAccessible();

  await mailTo(teacher.email, /Please update your/);
  const page = await open(phone);
  await giveCredentials(page, teacher, '/apply#changes');
  await page.says(request, /Please check your city/);
  const isInView = (it: typeof request) => {
    const { top } = findOne(it).getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  };
  await page.holds('the mail leads to the request', isInView, request);
  await page.goto('/apply');
  await page.holds('the request comes first', isInView, request);
  await page.isAccessible();
  await page.fill(label('City'), 'New Tampa');
  await page.says(main, /Changed, not sent yet: City/);
  await page.reload();
  await page.value(label('City'), 'New Tampa');
  await page.click(button('Send changes'));
  await page.says(main, /Your changes were sent/);
  await page.says(role('region', 'What you sent'), /New Tampa/);
  await page.isAccessible();

  // Firefox hides a tab behind a newer one, and a hidden tab has no event stream.
  await admin.toFront();
  await admin.says(changes, /City\s+Before\s+Tampa\s+Now\s+New Tampa/);
  await admin.says(selector('ins', changes), /^New ?$/);
  await admin.isAccessible();
  await admin.click(button('Approve', application));
  await admin.says(toasts, /approved successfully/);
  await mailTo(teacher.email, /Welcome to the Educators Forum/);
});
