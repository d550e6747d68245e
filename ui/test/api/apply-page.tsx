/** Opens /apply and fills in the form. */
import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, vi } from 'vitest';
import {
  applicationFields,
  fieldsOf,
  type Step,
} from '../../src/content/membership/application-fields';
import { dropDraft } from '../../src/features/application/draft/draft';
import { ApplyPage } from '../../src/pages/apply/apply-page';
import { exampleApplication } from './example-application';
import { created, detail, draft, noContent, pageOf, problem, serve } from './mock-api';
import { button, field, renderPage } from '../screens/render-page';
import { signedInAs, withRealSession } from './real-session';

export const nothingPending = pageOf([], 1);
export const receipt = {
  id: 'app-1',
  status: 'pending',
  submitted_at: '2026-03-05T10:00:00Z',
  reviewed_at: null,
} as const;

/** Before each test in the file, signs in an applicant without a pending application and silences warnings. */
export function withApplicant(): void {
  withRealSession();
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    serveMine();
    serve(`get /api/applications/${receipt.id}`, () => HttpResponse.json(detail()));
    await signedInAs('applicant');
  });
  afterEach(() => {
    dropDraft();
  });
}

/** A draft with every answer. */
export const completeDraft = () =>
  draft({ fields: { ...exampleApplication }, step: 3 }, '2026-03-01T10:00:00Z');
export const restored = () => screen.queryByText('We restored your answers.');

/** The receipt after a decision. */
export const decided = (status: 'approved' | 'rejected') => ({
  ...receipt,
  status,
  reviewed_at: '2026-03-07T10:00:00Z',
});

/** Serves these applications as those of the applicant. */
export const serveMine = (...items: object[]) =>
  serve('get /api/applications/mine', () => HttpResponse.json(pageOf(items)));
export const servePending = () => serveMine(receipt);
export const servePhotos = (...photos: object[]) =>
  serve('get /api/headshots', () => HttpResponse.json(pageOf(photos)));

type Submission = { body: unknown; key: string | null };

/** Accepts submissions by default. Returns the requests. */
export function serveSubmissions(
  answer: (count: number) => Response | Promise<Response | void> = () => created(receipt),
): Submission[] {
  const sent: Submission[] = [];
  serve('post /api/applications', async (count, { request }) => {
    sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
    return answer(count);
  });
  return sent;
}

/** The response to an application whose photo the server has deleted. */
export const unknownPhoto = () =>
  problem(422, 'validation_failed', 'Some answers need another look.', {
    errors: [{ field: '/headshot_id', code: 'unknown', detail: 'Choose the photo again' }],
  });

/** Accepts deletions of photos. Returns their ids. */
export function serveDeletion(): unknown[] {
  const deleted: unknown[] = [];
  serve('delete /api/headshots/:id', (_, { params }) => {
    deleted.push(params['id']);
    return noContent();
  });
  return deleted;
}

export const open = (at: string | string[] = '/apply') => renderPage(ApplyPage, '/apply', at);
export type View = ReturnType<typeof open>;

export { button, field };
export const expectHeading = (name: string) => screen.findByRole('heading', { name });
export const set = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });

export function fillStep(step: Step) {
  for (const name of fieldsOf(step)) {
    if (name !== 'subjects_taught') set(applicationFields[name].label, exampleApplication[name]);
  }
}

const headings = {
  1: 'Professional Information',
  2: 'Personal Information',
  3: 'Additional Information',
} as const;

export async function openForm(at?: string) {
  const view = open(at);
  await expectHeading(headings[1]);
  return view;
}

/** Opens the form and fills in the steps before this one. */
export async function openStep(step: 2 | 3) {
  const view = await openForm();
  fillStep(1);
  await view.user.click(button('Next'));
  await expectHeading(headings[2]);
  if (step === 3) {
    fillStep(2);
    await view.user.click(button('Next'));
    await expectHeading(headings[3]);
    fillStep(3);
  }
  return view;
}

export async function submit({ user }: Pick<View, 'user'>) {
  await user.click(button('Submit Application'));
}
