import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, vi } from 'vitest';
import { dropDraft } from '../../src/features/application/draft-of-person';
import { exampleApplication } from './example-application';
import { draft, server, serveApi } from './mock-api';
import { nothingPending } from './apply-page';
import { signedInAs, withRealSession } from './real-session';

/** Signs in an applicant without a pending application before each test of the file, and mutes the log. */
export function withDraft() {
  let log: ReturnType<typeof vi.spyOn>;
  serveApi();
  withRealSession();
  beforeEach(async () => {
    log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.use(http.get('/api/applications/mine', () => HttpResponse.json(nothingPending)));
    await signedInAs('applicant');
  });
  afterEach(() => {
    dropDraft();
    log.mockRestore();
  });
}

/** A draft with every answer. */
export const earlier = () =>
  draft({ fields: { ...exampleApplication }, step: 3 }, '2026-03-01T10:00:00Z');
export const restored = () => screen.queryByText('Your answers are back.');
