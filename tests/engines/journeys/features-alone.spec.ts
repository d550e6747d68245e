// Each feature switched on alone: its parts are there, and those of the others are as without features.
import { type Feature, features, stackWith } from '../../e2e/support/features.js';
import { expect, phone, test } from '../journey-test.js';
import type { Page } from '../page.js';
import { openDesk } from '../steps.js';
import {
  button,
  heading,
  label,
  link,
  main,
  role,
  selector,
  type Target,
  text,
} from '../targets.js';

type Part = {
  readonly feature: Feature;
  readonly path: string;
  /** Shown with the feature. */
  readonly control: Target;
  /** Shown in its place without the feature. */
  readonly instead?: Target;
  /** A tab that is there only with the feature. */
  readonly tab?: string;
};

const noPage = heading('404 - Oops! Page not found');
const toApply = 'Apply to Join the Educators Forum';

const publicParts: readonly Part[] = [
  {
    feature: 'contact',
    path: '/contact',
    control: button('Send Message'),
    instead: text(/not connected/, main),
  },
  {
    feature: 'newsletter',
    path: '/',
    control: button('Subscribe'),
    instead: text(/^Sign-up is not connected/),
  },
  {
    feature: 'newsletter',
    path: '/newsletter/confirm',
    control: link('Subscribe again'),
    instead: noPage,
  },
  {
    feature: 'users',
    path: '/auth/invitation#token=none',
    control: link('Create an account', main),
    instead: noPage,
  },
  {
    feature: 'giving',
    path: '/donate',
    control: label('Custom amount'),
    instead: text(/^Online giving opens soon/),
  },
  {
    feature: 'shop',
    path: '/store',
    control: link(/First Bell Mug/),
    instead: button(/First Bell Mug/),
  },
  {
    feature: 'apply',
    path: '/',
    control: link(toApply, main),
    instead: button(toApply, main),
  },
  {
    feature: 'apply',
    path: '/educators-forum/apply',
    control: link('Apply to Attend', main),
    instead: text('Content coming soon'),
  },
];

const deskParts: readonly Part[] = [
  {
    feature: 'users',
    path: '/admin?tab=users',
    control: label('Name or email'),
    instead: text('educators-forum users'),
  },
  {
    feature: 'email_templates',
    path: '/admin?tab=templates',
    control: link('Edit the email “Application approved”'),
    instead: text('educators-forum mail template'),
  },
  {
    feature: 'contact',
    tab: 'Messages',
    path: '/admin?tab=messages',
    control: label('Search messages'),
  },
  {
    feature: 'newsletter',
    tab: 'Subscribers',
    path: '/admin?tab=subscribers',
    control: button('Export as CSV'),
  },
  { feature: 'users', tab: 'Audit', path: '/admin?tab=audit', control: label('What happened') },
];

async function expectParts(page: Page, parts: readonly Part[], on: Feature): Promise<void> {
  for (const { feature, path, control, instead } of parts) {
    if (feature === on) {
      await page.goto(path);
      await page.tabTo(control);
      if (instead !== undefined) await page.lacks(instead);
      await page.isAccessible();
    } else if (instead !== undefined) {
      await page.goto(path);
      await page.shows(instead);
    }
  }
}

const words = (it: Target) => findAll(it).map(({ innerText }) => innerText);

for (const on of features)
  test(`with ${on} alone, its parts are there and no others`, async ({ open, expectProblem }) => {
    test.setTimeout(180_000);
    expectProblem(/404/);
    const own = await stackWith(on);
    try {
      await expectParts(await open(phone), publicParts, on);
      const desk = await open();
      await openDesk(desk, 'applications');
      await desk.shows(text('Some features of this site are switched off'));
      const off = (await desk.call(words, selector('dt'))).filter((it) => /^[a-z_]+$/.test(it));
      expect(off).toEqual(features.filter((feature) => feature !== on));
      await desk.isAccessible();
      await desk.press(button('Don’t show this again'));
      await desk.lacks(text('Some features of this site are switched off'));
      expect(await desk.call(words, role('tab'))).toEqual([
        'Applications',
        'Users',
        'Forums',
        'Email Templates',
        ...deskParts.flatMap(({ feature, tab }) => (feature === on && tab) || []),
      ]);
      await expectParts(desk, deskParts, on);
    } finally {
      await own.end();
    }
  });
