import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import {
  button,
  completeDraft,
  expectHeading,
  open,
  openForm,
  openStep,
  servePending,
  serveSubmissions,
  submit,
  withApplicant,
} from '../../../test/api/apply-page';
import { problem, savedDraft, serve } from '../../../test/api/mock-api';
import { withSite } from '../../../test/browser/site';
import { isSeasonClosed } from '../../session/season';

const CLOSED = 'Applications are closed';

withApplicant();

describe('in the season', () => {
  const DATES = 'Applications close March 31, 2099. We decide by May 15, 2099.';
  withSite({ season: { closes_on: '2099-03-31', decides_by: '2099-05-15' } });

  test('its dates stand above the form and after a submission', async () => {
    serveSubmissions();
    const view = await openStep(3);
    expect(screen.getByText(DATES)).toBeTruthy();
    await submit(view);
    await expectHeading('Application Received!');
    expect(screen.getByText(DATES)).toBeTruthy();
  });

  test('a submission that the server refuses as too late keeps the draft', async () => {
    serveSubmissions(() => problem(409, 'season_closed', 'Applications are closed.'));
    const view = await openStep(3);
    await submit(view);
    const title = await screen.findByText(CLOSED);
    expect(title.closest('[role=status]')).toBe(document.activeElement);
    await expect.poll(() => savedDraft.now.fields.t_shirt_size).toBeTruthy();
    view.unmount();
    await openForm();
    expect(screen.getByText('We restored your answers.')).toBeTruthy();
  });

  test('its last day ends in American Samoa', () => {
    const clock = vi.spyOn(Date, 'now');
    clock.mockReturnValue(Date.parse('2099-04-01T10:59:59.999Z'));
    expect(isSeasonClosed()).toBe(false);
    clock.mockReturnValue(Date.parse('2099-04-01T11:00:00Z'));
    expect(isSeasonClosed()).toBe(true);
  });
});

describe('after the season', () => {
  withSite({ season: { closes_on: '2020-03-31', decides_by: '2020-05-15' } });

  test('there is no form, and the draft stays', async () => {
    savedDraft.now = completeDraft();
    open();
    expect(await screen.findByText(CLOSED)).toBeTruthy();
    expect(screen.getByText('Applications for this season closed on March 31, 2020.')).toBeTruthy();
    expect(screen.queryByText(/We decide by/)).toBeNull();
    expect(savedDraft.now).toEqual(completeDraft());
  });

  test('a pending application shows the dates, and its withdrawal is final for the season', async () => {
    servePending();
    const { user } = open();
    await expectHeading('Application Already Submitted');
    expect(screen.getByText(/We decide by May 15, 2020\./)).toBeTruthy();
    await user.click(button('Withdraw application'));
    expect(screen.getByText(/you can’t apply again this season/)).toBeTruthy();
    expect(screen.queryByText(/apply again at any time/)).toBeNull();
    serve('post /api/applications/:id/withdrawal', () => new HttpResponse(null, { status: 204 }));
    await user.click(button('Withdraw it'));
    const done = await screen.findByText('You withdrew your application.');
    expect(done.closest('[role=status]')).toBe(document.activeElement);
    expect(screen.getByText(CLOSED)).toBeTruthy();
  });
});
