// Forms and buttons that send nothing: the contact form, both newsletters, gifts, and everything without an action.
import type { Page } from '@playwright/test';
import { options } from '../../../../ui/test/specification/lists.js';
import * as specified from '../../../../ui/test/specification/public-screens.js';
import { expect, expectNoBarriers, test } from '../../support/journey-test.js';
import { toast } from '../../support/steps.js';

/** Records every API call from now on; pictures and lazily loaded code do not count. */
function callsFromNow(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const fetchesOnly = ['image', 'script', 'stylesheet', 'font', 'other'];
    if (request.method() !== 'GET' || !fetchesOnly.includes(request.resourceType()))
      calls.push(`${request.method()} ${request.url()}`);
  });
  return calls;
}

const isInvalid = (element: HTMLInputElement) => !element.validity.valid;

test.describe('the contact form', () => {
  const main = (page: Page) => page.getByRole('main');
  const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
  const teacher = (page: Page) =>
    main(page).getByLabel('I am a current or former classroom teacher');
  const submit = (page: Page) => main(page).locator('form').locator('button[type="submit"]');

  async function fill(page: Page) {
    await field(page, 'Full Name').fill('Ada Lovelace');
    await field(page, 'Email Address').fill('ada@school.example');
    await field(page, 'Phone Number').fill('(555) 010-0100');
    await field(page, 'Subject').selectOption('press-speaking');
    await field(page, 'Message').fill('May we quote your report?');
    await teacher(page).check();
  }

  test('offers the subjects of the specification', async ({ page }) => {
    await page.goto('/contact');
    const values = await field(page, 'Subject')
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(values.filter((value) => value !== '')).toEqual(options.contactSubjects);
  });

  test('shows Sending... for one second, then that it was sent, and is empty again', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/contact');
    await fill(page);
    const calls = callsFromNow(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await submit(page).click();
    await expect(submit(page)).toHaveText('Sending...');
    // A second press meanwhile changes nothing.
    await submit(page).click({ force: true });
    await page.clock.runFor(999);
    await expect(submit(page)).toHaveText('Sending...');
    await expect(toast(page)).toBeEmpty();
    await page.clock.runFor(1);
    await expect(toast(page)).toContainText('Message Sent Successfully');
    await expect(toast(page)).toContainText(
      "Thank you for reaching out. We'll be in touch shortly.",
    );
    await expect(toast(page).getByText('Message Sent Successfully')).toHaveCount(1);
    await expect(submit(page)).not.toHaveText('Sending...');
    for (const name of specified.contact.fields) await expect(field(page, name)).toHaveValue('');
    await expect(teacher(page)).not.toBeChecked();
    expect(calls).toEqual([]);
  });

  test('requires a name, an email address, a subject and a message, and keeps what was typed', async ({
    page,
  }) => {
    await page.goto('/contact');
    await field(page, 'Phone Number').fill('(555) 010-0100');
    await submit(page).click();
    await expect(submit(page)).not.toHaveText('Sending...');
    for (const name of specified.contact.required)
      expect(await field(page, name).evaluate(isInvalid), name).toBe(true);
    await expectNoBarriers(page);
    await fill(page);
    await field(page, 'Email Address').fill('not an address');
    await submit(page).click();
    expect(await field(page, 'Email Address').evaluate(isInvalid)).toBe(true);
    await expect(field(page, 'Message')).toHaveValue('May we quote your report?');
    await expect(toast(page)).toBeEmpty();
  });

  test('does not require a phone number', async ({ page }) => {
    await page.goto('/contact');
    await fill(page);
    await field(page, 'Phone Number').fill('');
    await submit(page).click();
    await expect(toast(page)).toContainText('Message Sent Successfully');
  });
});

for (const { path, email, name, nameIsRequired } of [
  { path: '/', email: /^e-?mail/i, name: /^(full |your )?name/i, nameIsRequired: true },
  { path: '/blog', email: /^e-?mail/i, name: /^first name/i, nameIsRequired: false },
]) {
  test(`the newsletter of ${path} logs the input, clears the form, and sends nothing`, async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(path);
    const form = page.getByRole('main').locator('form[method="dialog"]');
    const address = form.getByLabel(email);
    const person = form.getByLabel(name);
    const submit = form.locator('button[type="submit"]');
    await form.scrollIntoViewIfNeeded();
    const calls = callsFromNow(page);

    await person.fill('Ada');
    await address.fill('not an address');
    await submit.click();
    await expect(address).toHaveValue('not an address');
    expect(await address.evaluate(isInvalid)).toBe(true);

    await address.fill('ada@school.example');
    if (nameIsRequired) {
      await form.getByLabel('I am an educator').check();
      await person.fill('');
      await submit.click();
      await expect(address).toHaveValue('ada@school.example');
      await person.fill('Ada');
    } else {
      await person.fill('');
    }
    expect(logged.join()).not.toContain('ada@school.example');
    await submit.click();
    await expect(address).toHaveValue('');
    await expect(person).toHaveValue('');
    if (nameIsRequired) await expect(form.getByLabel('I am an educator')).not.toBeChecked();
    expect(logged).toHaveLength(1);
    await expect(toast(page)).toBeEmpty();
    expect(calls).toEqual([]);
    await expect(page).toHaveURL(path);
  });
}

for (const { path, names } of [
  { path: '/educators-forum', names: [specified.forum.apply, specified.forum.host] },
  {
    path: '/reports',
    names: [specified.reports.download, ...specified.reports.buttons],
  },
  { path: '/teachers', names: [/Nominate/] },
  { path: '/donate', names: [/^Donate \$/] },
]) {
  test(`the buttons of ${path} without an action do nothing`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    const calls = callsFromNow(page);
    for (const name of names) {
      const button = main.getByRole('button', { name }).first();
      await expect(button).toBeEnabled();
      await button.click();
    }
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(toast(page)).toBeEmpty();
    expect(calls).toEqual([]);
  });
}
