// An administrator invites another one, who sets up two-step sign-in and accepts.
import { newApplicant, register } from '../../e2e/support/applicants.js';
import { firstLink, mailsAbout } from '../../e2e/support/mailbox.js';
import { test } from '../features-test.js';
import { phone, wide } from '../journey-test.js';
import { giveCredentials, openDesk, setUpApp } from '../steps.js';
import { button, heading, label, link, main, role, text, toasts } from '../targets.js';

const invitations = role('region', 'Invitations');
const accept = button('Accept the invitation');

for (const { how, size, act, give } of [
  { how: 'by keyboard at 1280 px', size: wide, act: 'press', give: 'enter' },
  { how: 'by pointer at 390 px', size: phone, act: 'click', give: 'fill' },
] as const)
  test(`an invited person becomes an administrator by the latest link alone, ${how}`, async ({
    open,
    expectProblem,
  }) => {
    test.setTimeout(180_000);
    expectProblem(/40[03]/);
    const person = newApplicant();
    const links: string[] = [];
    const desk = await open(size);
    await openDesk(desk, 'users');
    for (const count of [1, 2]) {
      // The form moves until the accounts above it are loaded.
      await desk.says(main, /accounts? found/);
      await desk[give](label('Email address', invitations), person.email);
      await desk[act](button('Send the invitation', invitations));
      await desk.says(toasts, new RegExp(`Invitation sent to ${person.email}`));
      await desk.shows(button(`Withdraw the invitation of ${person.email}`, invitations));
      const mails = await mailsAbout(person.email, /invited/, count);
      links.push(...mails.slice(-1).map(firstLink));
      await desk.reload();
    }
    await desk.isAccessible();

    const [replaced = '', latest = ''] = links;
    const guest = await open(size);
    await guest.goto(latest);
    await guest.says(main, /Sign in with the email address that was invited/);
    await guest.isAccessible();
    await register(person);
    await giveCredentials(guest, person, '/auth?next=%2Faccount');
    await guest.isAt('/account');
    await guest.goto(replaced);
    await guest[act](accept);
    await guest.says(main, /This invitation has expired, was withdrawn/);
    await guest.isAccessible();
    await guest.goto(latest);
    await guest.lacks(text(/This invitation has expired/));
    await guest[act](accept);
    await guest.says(main, /Administrators use two-step sign-in/);
    await guest.isAccessible();
    await guest[act](link('Set it up'));
    await setUpApp(guest, act);
    await guest.goto(latest);
    await guest[act](accept);
    await guest.says(main, /You’re an administrator now/);
    await guest.isAccessible();
    await guest[act](link('Open the dashboard'));
    await guest.isAt('/admin');
    await guest.shows(heading('Admin Dashboard'));
    await guest.isAccessible();
  });
