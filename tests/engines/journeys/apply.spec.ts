// The application with draft and photo.
import { confirmedApplicant } from '../../e2e/support/applicants.js';
import { mailTo } from '../../e2e/support/mailbox.js';
import { expect, phone, test } from '../journey-test.js';
import { fillStep, next, signInToApply } from '../steps.js';
import { button, heading, label, main, role, selector, text } from '../targets.js';

test('an application on a phone survives a reload and is submitted with a photo', async ({
  open,
}, info) => {
  const person = await confirmedApplicant();
  const page = await open(phone);
  await signInToApply(page, person);
  await fillStep(page, 1);
  await page.isAccessible();
  await page.shows(text('Saved'));
  await page.click(next);
  await page.fill(label('City'), 'Tampa');
  await page.shows(text('Saved'));
  await page.reload();
  await page.says(main, /Step 2 of 3/);
  await page.value(label('City'), 'Tampa');

  const birth = label('Date of Birth');
  await page.focus(label('City'));
  await page.key('Tab');
  await page.focus(birth);
  const ring = (it: typeof birth) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(findOne(it));
    return `${outlineStyle} ${outlineWidth}`;
  };
  expect(await page.call(ring, birth), 'focus ring of the date').toMatch(/^solid [2-9]/);

  await fillStep(page, 2);
  await page.isAccessible();
  await page.click(next);
  await fillStep(page, 3);
  const photo = info.outputPath('me.png');
  await page.screenshot(photo);
  await page.choose(selector('input[type=file]'), photo);
  await page.shows(role('img', 'Preview of your photo'));
  await page.says(main, /Uploaded/);
  await page.isAccessible();
  await page.click(button('Submit Application'));
  await page.shows(heading('Application Received!'));
  await page.isAccessible();
  await mailTo(person.email, /application/i);
});
