/** Tests what /admin knows of inputs that were typed before a reload. The modules of the page are new here. */
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { currentUser, serve } from '../../../test/api/mock-api';
import { open, withReview } from '../../../test/api/review-server';
import { admin } from '../../content/membership/admin';
import { changeRequests } from '../../content/membership/change-requests';
import { emailTemplates } from '../../content/membership/email-templates';
import { reviewDesk } from '../../content/membership/review';
import { signOut } from '../../session/session-actions';
import { writePersonal } from '../../session/tab-storage/personal-storage';

withReview();

const own = currentUser(['admin']).id;

test('Sign Out asks about each of them, although no application is open', async () => {
  serve('delete /api/auth/sessions');
  const request = { message: 'Which city?', fields: ['city'], key: 'key-1' };
  writePersonal('notes', own, { 'new app-1': { text: 'On a train.', key: 'key-2' } });
  writePersonal('decision-notes', own, { 'app-1': 'Too far.' });
  writePersonal('change-requests', own, { 'app-1': request });
  const template = { subject: 'Welcome', html_content: '<p>Welcome</p>', version: 1 };
  writePersonal('email-templates', own, { application_approved: template });
  open();
  await screen.findByRole('tabpanel');
  const ask = vi.spyOn(window, 'confirm').mockReturnValue(true);
  await act(signOut);
  const asked = ask.mock.calls.map(([question]) => question);
  expect(new Set(asked)).toEqual(
    new Set([
      reviewDesk.notes.signOut,
      admin.decision.signOut,
      changeRequests.ask.signOut,
      emailTemplates.signOut,
    ]),
  );
});
