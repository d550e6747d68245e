// From the first visit to 'Application Received!', every screen offers a next step.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changeRequest,
  detail,
  draft,
  pageOf,
  problem,
  savedDraft,
  serve,
} from '../../test/api/mock-api';
import { serveSessions } from '../../test/api/account-page';
import { receipt } from '../../test/api/apply-page';
import { withSite } from '../../test/browser/site';
import { signedInAs, withRealSession } from '../../test/api/real-session';
import { serveReview } from '../../test/api/review-server';
import { headerWords } from '../content/site/navigation';
import { nextSteps } from '../content/membership/next-steps';
import { type PageName, pages, placeholderPages } from '../content/site/pages';
import { visitorStep } from '../content/membership/visitor-step';
import { dropDraft } from '../features/application/draft/draft';
import { noteSignUp } from '../lib/sign-up-progress';
import { preloadPage } from './page-code';
import { SiteRoutes } from './site-routes';

withRealSession();

const users = {
  visitor: { step: visitorStep, roles: null, latest: null },
  applicant: { step: nextSteps.applicant, roles: ['applicant'], latest: null },
  pending: { step: nextSteps.pending, roles: ['applicant'], latest: 'pending' },
  asked: { step: nextSteps.asked, roles: ['applicant'], latest: 'pending' },
  rejected: { step: nextSteps.rejected, roles: ['applicant'], latest: 'rejected' },
  member: { step: nextSteps.member, roles: ['member'], latest: null },
  administrator: { step: nextSteps.admin, roles: ['admin'], latest: null },
} as const;
type UserKind = keyof typeof users;
type ScreenName = PageName | 'notFound';
const kinds = Object.keys(users) as UserKind[];

const signIn = 'Sign In';
const applyNow = 'Apply Now';
/** The link, button or tab that a screen offers in place of the next-step line. */
const ownSteps: Partial<Record<ScreenName, Partial<Record<UserKind, string>>>> = {
  auth: {
    visitor: signIn,
    applicant: applyNow,
    pending: applyNow,
    asked: applyNow,
    rejected: applyNow,
  },
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
    asked: 'Send changes',
    rejected: 'Next',
  },
  admin: { administrator: 'Applications' },
  contact: { member: 'forums@educatorsforum.example' },
};

const nextStepOf = (page: ScreenName, kind: UserKind): string =>
  ownSteps[page]?.[kind] ?? users[kind].step.link;

async function signInAs(kind: UserKind): Promise<void> {
  const { roles, latest } = users[kind];
  serveReview();
  const items = latest === null ? [] : [{ ...receipt, status: latest }];
  serve('get /api/applications/mine', (_, { request }) => {
    const asked = new URL(request.url).searchParams.get('status');
    const shown = items.filter(({ status }) => asked === null || asked === status);
    return HttpResponse.json(pageOf(shown));
  });
  serve('get /api/applications/app-1', () =>
    HttpResponse.json(detail({ change_request: kind === 'asked' ? changeRequest() : null })),
  );
  serveSessions();
  if (roles !== null) await signedInAs(...roles);
}

async function expectNextStep(name: string): Promise<void> {
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

async function open(page: ScreenName) {
  const path = pathOf(page);
  await preloadPage(path);
  return render(
    <MemoryRouter initialEntries={[path]}>
      <SiteRoutes />
    </MemoryRouter>,
  );
}

const pathOf = (page: ScreenName) => (page === 'notFound' ? '/no-such-page' : pages[page].path);

/** Every page with its own code, and an unknown path. */
const screens: readonly ScreenName[] = [
  ...(Object.keys(pages) as PageName[]).filter(
    (page) => page === 'applyToAttend' || !placeholderPages.includes(page),
  ),
  'notFound',
];

describe.each(kinds)('%s', (kind) => {
  beforeEach(() => signInAs(kind));
  afterEach(() => act(dropDraft));

  test.each(screens)('%s', async (page) => {
    await open(page);
    await expectNextStep(nextStepOf(page, kind));
  });
});

test.each([
  ['signed up', 'signed-up'],
  ['confirmed an address', 'confirmed'],
] as const)('a visitor who has just %s is not told to create an account', async (_, progress) => {
  noteSignUp(progress);
  await open('home');
  await expectNextStep(nextSteps[progress].link);
  expect(screen.queryByRole('link', { name: visitorStep.link })).toBeNull();
});

test('an applicant with a saved draft gets a link to continue', async () => {
  savedDraft.now = draft({ fields: { school_district: 'Lake County' } }, '2026-03-01T10:00:00Z');
  await signInAs('applicant');
  await open('home');
  await expectNextStep(nextSteps.drafting.link);
});

test('a submission changes the next step without a reload', async () => {
  await signInAs('applicant');
  await open('apply');
  await expectNextStep('Next');
  await signInAs('pending');
  await userEvent.click(
    within(screen.getByRole('banner')).getByRole('link', { name: headerWords.home }),
  );
  await expectNextStep(nextSteps.pending.link);
});

test('a link to /apply is shown when the applications cannot be loaded', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await signInAs('applicant');
  serve('get /api/applications/mine', () => problem(500, 'internal_error', 'Broken.'));
  await open('about');
  await expectNextStep(nextSteps['unread-applicant'].link);
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});

describe('after the season', () => {
  withSite({ season: { closes_on: '2020-03-31', decides_by: '2020-05-15' } });

  test.each([
    ['visitor', nextSteps.closed],
    ['applicant', nextSteps.closed],
    ['rejected', nextSteps.closed],
    ['pending', nextSteps.pending],
  ] as const)('the next step of the %s invites to nothing that is refused', async (kind, step) => {
    await signInAs(kind);
    await open('home');
    await expectNextStep(step.link);
  });
});
