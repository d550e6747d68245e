// The forms that send nothing: contact and newsletter. kept-input.spec.ts covers what is typed while a message is sent.
import { expect, expectAccessible, test } from '../../support/journey-test.js';

test('missing and invalid answers are listed above the contact form and reported at each field until they are corrected', async ({
  page,
}) => {
  await page.goto('/contact');
  const field = (name: string) => page.getByRole('main').getByLabel(name, { exact: true });
  const send = page.getByRole('button', { name: 'Send Message' });
  const summary = page.getByRole('alert', { name: 'There is a problem' });
  const faults = summary.getByRole('link');
  await send.click();
  await expect(faults).toHaveCount(4);
  await send.click();
  await expect(summary).toBeFocused();

  await field('Full Name').fill('   ');
  await field('Email Address').fill('ada at school');
  await field('Subject').selectOption('media-request');
  await expect(faults).toHaveText([
    'Enter your full name',
    'Enter an email address in the correct format, like name@example.com',
    'Enter your message',
  ]);
  await expect(field('Full Name')).toHaveAccessibleDescription('Enter your full name');
  await expect(field('Email Address')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Email Address')).toHaveAccessibleDescription(/correct format/);
  await expect(field('Subject')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(field('Full Name')).toHaveValue('   ');
  await expectAccessible(page);
  await faults.last().click();
  await expect(field('Message')).toBeFocused();

  await field('Email Address').fill('ada@school.example');
  await expect(faults).toHaveCount(2);
  await expect(field('Email Address')).not.toHaveAttribute('aria-invalid', 'true');
  await field('Full Name').fill('Ada Lopez');
  await field('Message').fill('May I quote it?\nIn & out');
  await expect(summary).toHaveCount(0);

  await send.click();
  const kept = page.getByRole('region', { name: 'Your message is still here' });
  await expect(kept).toContainText('In & out');
  await expect(kept).not.toContainText('too long');
  const link = new URL((await kept.getByRole('link').getAttribute('href')) ?? '');
  expect(link.pathname).toBe('info@educatorsforum.example');
  expect(link.searchParams.get('subject')).toBe('Media Request');
  expect(link.searchParams.get('body')).toBe(
    'May I quote it?\r\nIn & out\r\n\r\nAda Lopez\r\nada@school.example',
  );
});

for (const [path, nameLabel, logged] of [
  ['/', 'Name', { name: 'Ada', email: 'ada@school.example', isEducator: true }],
  ['/blog', 'First Name (optional)', { firstName: 'Ada', email: 'ada@school.example' }],
] as const)
  test(`the newsletter form of ${path} logs and clears a valid entry, and sends nothing`, async ({
    page,
  }) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const form = page.locator('main form').filter({ hasText: 'Email Address' });
    const field = (name: string) => form.getByLabel(name, { exact: true });
    const subscribe = form.getByRole('button', { name: 'Subscribe' });
    const logs: unknown[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('Newsletter sign-up'))
        logs.push(message.args()[1]?.jsonValue());
    });
    const requests: string[] = [];
    page.on('request', (request) => {
      // The page loads code and pictures while the user types.
      if (!['script', 'image'].includes(request.resourceType())) requests.push(request.url());
    });

    await subscribe.click();
    await field(nameLabel).fill('Ada');
    await field('Email Address').fill('ada');
    await field('Email Address').press('Enter');
    await expect(field('Email Address')).toHaveValue('ada');
    expect(logs).toEqual([]);
    await field('Email Address').fill('ada@school.example');
    for (const box of await form.getByRole('checkbox').all()) await box.check();
    await subscribe.click();
    await expect(form.getByText('The form was cleared.')).toBeAttached();
    await expect(subscribe).toBeFocused();
    await expect(field(nameLabel)).toHaveValue('');
    await expect(field('Email Address')).toHaveValue('');
    for (const box of await form.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
    expect(await Promise.all(logs)).toEqual([logged]);
    expect(requests).toEqual([]);
  });
