// From the first visit to 'Application Received!' every screen offers a next step. docs/next-steps.md contains the table;
// `npx vitest run src/app/next-steps -u` updates it.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draft, problem, savedDraft, server, serveApi } from '../../test/api/mock-api';
import { serveSessions } from '../../test/api/account-page';
import { serveAdmin, serveList } from '../../test/api/admin-page';
import { nothingPending, receipt } from '../../test/api/apply-page';
import { signedInAs, withRealSession } from '../../test/api/real-session';
import { headerWords } from '../content/site/navigation';
import { nextSteps } from '../content/membership/next-steps';
import { type PageName, pages, placeholderPages } from '../content/site/pages';
import { visitorStep } from '../content/membership/visitor-step';
import { dropDraft } from '../features/application/draft/current-draft';
import { noteSignUp } from '../lib/sign-up-progress';
import { preloadPage } from './page-code';
import { SiteRoutes } from './site-routes';

serveApi();
withRealSession();

const people = {
  visitor: { step: visitorStep, roles: null, latest: null },
  applicant: { step: nextSteps.applicant, roles: ['applicant'], latest: null },
  pending: { step: nextSteps.pending, roles: ['applicant'], latest: 'pending' },
  rejected: { step: nextSteps.rejected, roles: ['applicant'], latest: 'rejected' },
  member: { step: nextSteps.member, roles: ['member'], latest: null },
  administrator: { step: nextSteps.admin, roles: ['admin'], latest: null },
} as const;
type Person = keyof typeof people;
type Walked = PageName | 'notFound';
const persons = Object.keys(people) as Person[];

const signIn = 'Sign In';
const applyNow = 'Apply Now';
/** The link, button or tab that a screen offers in place of the next-step line. */
const offers: Partial<Record<Walked, Partial<Record<Person, string>>>> = {
  auth: { visitor: signIn, applicant: applyNow, pending: applyNow, rejected: applyNow },
  authConfirm: { visitor: 'Confirm with the code' },
  authFinish: { visitor: signIn },
  authRecover: { visitor: 'Send the link' },
  authReset: { visitor: 'Continue' },
  authRestore: { visitor: 'Ask for a new password' },
  account: { visitor: signIn },
  apply: {
    visitor: signIn,
    applicant: 'Next',
    pending: 'Explore the Educators Forum',
    rejected: 'Next',
  },
  admin: { administrator: 'Applications' },
  contact: { member: 'forums@educatorsforum.example' },
};

const offered = (page: Walked, person: Person): string =>
  offers[page]?.[person] ?? people[person].step.link;

async function becomes(person: Person): Promise<void> {
  const { roles, latest } = people[person];
  const items = latest === null ? [] : [{ ...receipt, status: latest }];
  server.use(
    http.get('/api/applications/mine', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('status');
      const shown = items.filter(({ status }) => asked === null || asked === status);
      return HttpResponse.json({ ...nothingPending, items: shown, total: shown.length });
    }),
  );
  serveSessions();
  serveAdmin();
  serveList();
  if (roles !== null) await signedInAs(...roles);
}

async function expectOffer(name: string): Promise<void> {
  const found = await vi.waitUntil(
    () =>
      (['link', 'button', 'tab'] as const)
        .flatMap((role) => screen.queryAllByRole(role, { name }))
        .find(
          (control) =>
            control.closest('main, aside, [role=dialog]') && !control.closest('.invisible'),
        ),
    { timeout: 8_000 },
  );
  expect(found).toBeTruthy();
}

async function open(page: Walked) {
  const path = pathOf(page);
  await preloadPage(path);
  return render(
    <MemoryRouter initialEntries={[path]}>
      <SiteRoutes />
    </MemoryRouter>,
  );
}

/** Every page with its own code, and an unknown path. */
const pathOf = (page: Walked) => (page === 'notFound' ? '/no-such-page' : pages[page].path);

const walked: readonly Walked[] = [
  ...(Object.keys(pages) as PageName[]).filter(
    (page) => page === 'applyToAttend' || !placeholderPages.includes(page),
  ),
  'notFound',
];

describe.each(persons)('%s', (person) => {
  beforeEach(() => becomes(person));
  afterEach(() => act(dropDraft));

  test.each(walked)('%s', async (page) => {
    await open(page);
    await expectOffer(offered(page, person));
  });
});

test.each([
  ['signed up', 'signed-up'],
  ['confirmed an address', 'confirmed'],
] as const)('a visitor who has just %s is not asked to create an account', async (_, progress) => {
  noteSignUp(progress);
  await open('home');
  await expectOffer(nextSteps[progress].link);
  expect(screen.queryByRole('link', { name: visitorStep.link })).toBeNull();
});

test('an applicant with a saved draft is asked to continue', async () => {
  savedDraft.now = draft({ fields: { school_district: 'Lake County' } }, '2026-03-01T10:00:00Z');
  await becomes('applicant');
  await open('home');
  await expectOffer(nextSteps.drafting.link);
});

test('after the submission the line changes without a reload', async () => {
  await becomes('applicant');
  await open('apply');
  await expectOffer('Next');
  await becomes('pending');
  await userEvent.click(
    within(screen.getByRole('banner')).getByRole('link', { name: headerWords.home }),
  );
  await expectOffer(nextSteps.pending.link);
});

test('a link to the applications is shown when they cannot be read', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await becomes('applicant');
  server.use(http.get('/api/applications/mine', () => problem(500, 'internal_error', 'Broken.')));
  await open('about');
  await expectOffer(nextSteps['unread-applicant'].link);
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});

test('docs/next-steps.md contains the table', async () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rows = walked.map((page) =>
    row([`\`${pathOf(page)}\``, ...persons.map((person) => offered(page, person))]),
  );
  const text = [
    '# Next steps\n\n',
    'What each screen offers each person as the next step toward membership: the name of a link or a button.\n',
    'Placeholder pages, posts and reports show the same line as `/about`.\n',
    'An applicant with a saved draft reads “continue your application”, a visitor who has just signed up\n',
    '“enter its code”, and one who has just confirmed an address “sign in”.\n\n',
    '`ui/src/app/next-steps.test.tsx` walks this table and writes it (`npx vitest run src/app/next-steps -u`).\n\n',
    row(['Screen', ...persons]),
    row(['---', ...persons.map(() => '---')]),
    ...rows,
  ].join('');
  await expect(text).toMatchFileSnapshot('../../../docs/next-steps.md');
});
