import { act, screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  decided,
  expectHeading,
  field,
  nothingPending,
  open,
  receipt,
  serveMine,
  servePending,
  servePhotos,
  set,
  withApplicant,
} from '../../../../test/api/apply-page';
import { exampleApplication } from '../../../../test/api/example-application';
import {
  currentUser,
  detail,
  draft,
  headshot,
  problem,
  savedDraft,
  serve,
} from '../../../../test/api/mock-api';
import { expectArrivalAt } from '../../../../test/screens/render-page';
import { sessionStore } from '../../../session/browser-session';
import { signedInAs } from '../../../../test/api/real-session';
import { applicationFields } from '../../../content/membership/application-fields';

withApplicant();

const photo = headshot();
const sent = detail({
  id: receipt.id,
  headshot_id: photo.id,
  headshot_url: `${photo.headshot_url}?signature=earlier`,
});
const dialog = () => screen.getByRole('dialog', { name: 'Withdraw your application?' });

async function openPending() {
  const view = open();
  await expectHeading('What you sent');
  await screen.findByText(exampleApplication.school_district);
  return view;
}

async function withdraw() {
  const view = await openPending();
  await view.user.click(screen.getByRole('button', { name: 'Withdraw application' }));
  // A second press of Enter must not withdraw.
  const cancel = within(dialog()).getByRole('button', { name: 'Keep the application' });
  expect(document.activeElement).toBe(cancel);
  await view.user.click(within(dialog()).getByRole('button', { name: 'Withdraw it' }));
  return view;
}

describe('a pending application', () => {
  beforeEach(() => {
    servePending();
    serve('get /api/applications/app-1', () => HttpResponse.json(sent));
  });

  test('stays open after a failure, and the next attempt is the same request', async () => {
    const keys: (string | null)[] = [];
    serve('post /api/applications/:id/withdrawal', (_, { request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return problem(500, 'internal_error', 'Something broke.');
    });
    const view = await withdraw();
    expect((await screen.findByRole('alert')).textContent).toContain('Something broke.');
    await view.user.click(within(dialog()).getByRole('button', { name: 'Withdraw it' }));
    await expect.poll(() => keys.length).toBe(2);
    expect(new Set(keys).size).toBe(1);
  });

  test.each([
    ['rejected', () => expectHeading('Professional Information')],
    ['approved', () => expectArrivalAt('/')],
  ] as const)('that was %s first is not withdrawn, and says so', async (status, expectNext) => {
    serve('post /api/applications/:id/withdrawal', () => {
      serveMine(decided(status));
      if (status === 'approved')
        serve('get /api/users/me', () => HttpResponse.json(currentUser(['member'])));
      return problem(409, 'application_already_decided', `This application was ${status}.`);
    });
    await withdraw();
    expect(await screen.findByText(`Your application was ${status}`)).toBeTruthy();
    await expectNext();
    expect(screen.queryByText(/You withdrew your application/)).toBeNull();
  });

  test('whose decision cannot be read is not replaced by an empty form', async () => {
    serve('post /api/applications/:id/withdrawal', () => {
      serve('get /api/applications/mine', () => problem(500, 'internal_error', 'Something broke.'));
      return problem(409, 'application_already_decided', 'This application was already rejected.');
    });
    const { user } = await withdraw();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your application is no longer under review.');
    expect(screen.queryByRole('dialog')).toBeNull();
    serveMine(decided('rejected'));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await expectHeading('Professional Information');
    expect(screen.getByText(/wasn’t approved/)).toBeTruthy();
  });
});

test('answers that cannot be loaded leave the status, and all are shown once they can be', async () => {
  servePending();
  let fails = true;
  serve('get /api/applications/app-1', () =>
    fails ? problem(500, 'internal_error', 'Something broke.') : HttpResponse.json(sent),
  );
  const { user } = open();
  await screen.findByText('We couldn’t load your answers.');
  expect(screen.getByText('Pending Review')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(exampleApplication.school_district);
  for (const { label } of Object.values(applicationFields))
    expect(screen.getByText(label)).toBeTruthy();
});

describe('the form after a rejection', () => {
  beforeEach(() => {
    serve('get /api/applications/mine', (_, { request }) => {
      const isPending = new URL(request.url).searchParams.get('status') === 'pending';
      return HttpResponse.json(
        isPending ? nothingPending : { ...nothingPending, items: [decided('rejected')] },
      );
    });
    serve('get /api/applications/app-1', () => HttpResponse.json({ ...sent, status: 'rejected' }));
    servePhotos(headshot({ id: 'other', headshot_url: '/other.jpg' }), photo);
    serve('delete /api/headshots/:id', () => problem(409, 'in_use', 'An application shows it.'));
  });

  test('becomes a draft with the first edit, with all answers', async () => {
    const first = open();
    await expectHeading('Professional Information');
    first.unmount();
    await act(() => sessionStore.signOut());
    await signedInAs('applicant');
    expect(savedDraft.now.updated_at).toBeNull();
    open();
    await expectHeading('Professional Information');
    set('School District', 'Lake County');
    await expect
      .poll(() => savedDraft.now.fields)
      .toMatchObject({
        school_district: 'Lake County',
        city: exampleApplication.city,
        headshot_id: photo.id,
      });
  });

  test('can be emptied, and stays empty after a reload', async () => {
    const { user, unmount } = open();
    await expectHeading('Professional Information');
    await user.click(screen.getByRole('button', { name: 'Start with an empty form' }));
    expect(field('School District').value).toBe('');
    expect(screen.queryByText(/wasn’t approved/)).toBeNull();
    unmount();
    open();
    await expectHeading('Professional Information');
    expect(field('School District').value).toBe('');
  });

  test('opens with the draft if there is one', async () => {
    serve('get /api/applications/draft', () =>
      HttpResponse.json(draft({ fields: { city: 'Miami' }, step: 2 }, '2026-03-08T10:00:00Z')),
    );
    open();
    await screen.findByText('We restored your answers.');
    expect(screen.getByText(/wasn’t approved/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start with an empty form' })).toBeNull();
    expect(field('School District').value).toBe('');
  });

  test('opens empty if the earlier answers cannot be read', async () => {
    serve('get /api/applications/app-1', () => problem(500, 'internal_error', 'Something broke.'));
    open();
    await expectHeading('Professional Information');
    expect(field('School District').value).toBe('');
  });
});
