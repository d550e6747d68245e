import { act, screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  completeDraft,
  expectHeading,
  nothingPending,
  open,
  receipt,
  servePending,
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
import { expectAccessible } from '../../../../test/screens/axe';
import { expectArrivalAt } from '../../../../test/screens/render-page';
import { sessionStore } from '../../../session/browser-session';
import { signedInAs } from '../../../../test/api/real-session';
import { applicationFields } from '../../../content/membership/application-fields';

withApplicant();

const photo = headshot();
const sent = detail({ id: receipt.id, headshot_url: photo.headshot_url });
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
  await view.user.click(within(dialog()).getByRole('button', { name: 'Withdraw it' }));
  return view;
}

describe('a pending application', () => {
  beforeEach(() => {
    servePending();
    serve('get /api/applications/app-1', () => HttpResponse.json(sent));
  });

  test('is shown with every answer and the photo, and no text of the status is repeated', async () => {
    await openPending();
    for (const { label } of Object.values(applicationFields)) {
      expect(screen.getByText(label)).toBeTruthy();
    }
    expect(screen.getByText(exampleApplication.city)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'The photo you sent' }).getAttribute('src')).toBe(
      photo.headshot_url,
    );
    for (const text of [
      'Submitted on',
      'Pending Review',
      'March 5, 2026',
      'Application Already Submitted',
    ]) {
      expect(screen.getAllByText(text)).toHaveLength(1);
    }
    expect(screen.getByText(/We’ll email you at ada@example.com/)).toBeTruthy();
    await expectAccessible();
  });

  test('can be withdrawn after a question, and the form opens with its answers', async () => {
    const keys: (string | null)[] = [];
    serve('post /api/applications/:id/withdrawal', (_, { request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      serve('get /api/applications/draft', () => HttpResponse.json(completeDraft()));
      serve('get /api/applications/mine', () => HttpResponse.json(nothingPending));
      return new HttpResponse(null, { status: 204 });
    });
    const view = await openPending();
    await view.user.click(screen.getByRole('button', { name: 'Withdraw application' }));
    expect(dialog().textContent).toContain('as a draft for 90 days');
    await view.user.click(within(dialog()).getByRole('button', { name: 'Keep the application' }));
    expect(keys).toEqual([]);
    await view.user.click(screen.getByRole('button', { name: 'Withdraw application' }));
    await view.user.click(within(dialog()).getByRole('button', { name: 'Withdraw it' }));
    await expectHeading('Additional Information');
    const notice = screen.getByText(/You withdrew your application/).closest('[role=status]');
    expect(notice).toBe(document.activeElement);
    expect(screen.getByText(exampleApplication.city)).toBeTruthy();
    expect(screen.queryByText('Application Already Submitted')).toBeNull();
    expect(keys).toHaveLength(1);
    await expectAccessible();
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

  test('whose decision cannot be read is not replaced by an empty form', async () => {
    serve('post /api/applications/:id/withdrawal', () => {
      serve('get /api/applications/mine', () => problem(500, 'internal_error', 'Something broke.'));
      return problem(409, 'application_already_decided', 'This application was already rejected.');
    });
    const { user } = await withdraw();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your application is no longer under review.');
    expect(screen.queryByRole('dialog')).toBeNull();
    const rejected = { ...receipt, status: 'rejected', reviewed_at: '2026-03-07T10:00:00Z' };
    serve('get /api/applications/mine', () =>
      HttpResponse.json({ ...nothingPending, items: [rejected], total: 1 }),
    );
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await expectHeading('Professional Information');
    expect(screen.getByText(/wasn’t approved/)).toBeTruthy();
  });

  test('that was rejected first shows the form, and says so', async () => {
    serve('post /api/applications/:id/withdrawal', () => {
      const rejected = { ...receipt, status: 'rejected', reviewed_at: '2026-03-07T10:00:00Z' };
      serve('get /api/applications/mine', () =>
        HttpResponse.json({ ...nothingPending, items: [rejected], total: 1 }),
      );
      return problem(409, 'application_already_decided', 'This application was already rejected.');
    });
    await withdraw();
    expect(await screen.findByText('Your application was rejected')).toBeTruthy();
    await expectHeading('Professional Information');
    expect(screen.queryByText(/You withdrew your application/)).toBeNull();
  });

  test('that was approved first shows that its applicant is a member', async () => {
    serve('post /api/applications/:id/withdrawal', () => {
      const approved = { ...receipt, status: 'approved', reviewed_at: '2026-03-07T10:00:00Z' };
      serve('get /api/applications/mine', () =>
        HttpResponse.json({ ...nothingPending, items: [approved], total: 1 }),
      );
      serve('get /api/users/me', () => HttpResponse.json(currentUser(['member'])));
      return problem(409, 'application_already_decided', 'This application was already approved.');
    });
    await withdraw();
    expect(await screen.findByText('Your application was approved')).toBeTruthy();
    await expectArrivalAt('/');
  });
});

test('answers that cannot be loaded leave the status, and can be loaded again', async () => {
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
});

describe('the form after a rejection', () => {
  const rejected = {
    ...receipt,
    status: 'rejected',
    submitted_at: '2026-03-05T10:00:00Z',
    reviewed_at: '2026-03-07T10:00:00Z',
  };
  beforeEach(() => {
    serve('get /api/applications/mine', (_, { request }) => {
      const isPending = new URL(request.url).searchParams.get('status') === 'pending';
      return HttpResponse.json(
        isPending ? nothingPending : { ...nothingPending, items: [rejected], total: 1 },
      );
    });
    serve('get /api/applications/app-1', () => HttpResponse.json({ ...sent, status: 'rejected' }));
    serve('get /api/headshots', () =>
      HttpResponse.json({ ...nothingPending, items: [photo], total: 1 }),
    );
    serve('delete /api/headshots/:id', () => problem(409, 'in_use', 'An application shows it.'));
  });

  test('starts with the earlier answers and names their application', async () => {
    open();
    await expectHeading('Professional Information');
    expect(screen.getByText(/wasn’t approved/).textContent).toBe(
      'Your application of March 5, 2026 wasn’t approved. You may change your answers and apply again.',
    );
    const district = screen.getByLabelText<HTMLInputElement>('School District');
    expect(district.value).toBe(exampleApplication.school_district);
    await expectAccessible();
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

  test('has the photo of the earlier application', async () => {
    open('/apply?step=3');
    await expectHeading('Additional Information');
    const preview = await screen.findByRole('img', { name: 'Preview of your photo' });
    expect(preview.getAttribute('src')).toBe(photo.headshot_url);
  });

  test('can be emptied, and stays empty after a reload', async () => {
    const { user, unmount } = open();
    await expectHeading('Professional Information');
    await user.click(screen.getByRole('button', { name: 'Start with an empty form' }));
    const district = screen.getByLabelText<HTMLInputElement>('School District');
    expect(district.value).toBe('');
    expect(screen.queryByText(/wasn’t approved/)).toBeNull();
    unmount();
    open();
    await expectHeading('Professional Information');
    expect(screen.getByLabelText<HTMLInputElement>('School District').value).toBe('');
  });

  test('asks again for an answer that is no longer offered', async () => {
    serve('get /api/applications/app-1', () =>
      HttpResponse.json({ ...sent, status: 'rejected', t_shirt_size: 'XXXL' }),
    );
    const { user } = open('/apply?step=3');
    await screen.findByText(/wasn’t approved/);
    await user.click(screen.getByRole('button', { name: 'Submit Application' }));
    expect(await screen.findByText('Choose a T-shirt size')).toBeTruthy();
  });

  test('opens with the draft if there is one', async () => {
    serve('get /api/applications/draft', () =>
      HttpResponse.json(draft({ fields: { city: 'Miami' }, step: 2 }, '2026-03-08T10:00:00Z')),
    );
    open();
    await screen.findByText('We restored your answers.');
    expect(screen.getByText(/wasn’t approved/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start with an empty form' })).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('School District').value).toBe('');
  });

  test('opens empty if the earlier answers cannot be read', async () => {
    serve('get /api/applications/app-1', () => problem(500, 'internal_error', 'Something broke.'));
    open();
    await expectHeading('Professional Information');
    expect(screen.getByLabelText<HTMLInputElement>('School District').value).toBe('');
  });
});
