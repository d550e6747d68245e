/** Tests the Email Templates tab where requests fail, are late or meet those of another administrator. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { listOf, problem, serve } from '../../../test/api/mock-api';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { open } from '../../../test/api/review-server';
import { withSite } from '../../../test/browser/site';
import { deferred } from '../../../test/deferred';
import { button, field } from '../../../test/screens/render-page';
import type { EmailTemplate, TemplateTexts } from '../../api/review/templates';

const NAME = 'application_approved';
const PATH = `/api/admin/email-templates/${NAME}`;
const EDITOR = `/admin?tab=templates&template=${NAME}`;

/** The stored versions, oldest first. */
let versions: TemplateTexts[];
const stored = (): EmailTemplate => ({
  template_name: NAME,
  ...(versions.at(-1) as TemplateTexts),
  placeholders: ['first_name', 'last_name'],
  version: versions.length,
});
const text = (subject: string): TemplateTexts => ({ subject, html_content: '<p>Hello</p>' });
/** Stores the texts of a request, or refuses it if it edited another version. */
async function store(request: Request) {
  if (request.headers.get('If-Match') !== `"${versions.length}"`)
    return problem(412, 'version_conflict', 'This has changed.');
  versions.push((await request.clone().json()) as TemplateTexts);
  return HttpResponse.json(stored());
}

withRealSession();
withSite();
beforeEach(async () => {
  versions = [text('One')];
  await signedInAs('admin');
  serve('get /api/admin/email-templates', () => listOf(stored()));
  serve(`get ${PATH}/versions`, () =>
    listOf(
      ...versions
        .map(({ subject }, index) => ({
          version: index + 1,
          subject,
          edited_at: '2026-03-05T10:00:00Z',
          edited_by: index === 0 ? null : 'gone',
          edited_by_name: null,
        }))
        .toReversed(),
    ),
  );
  serve(`get ${PATH}/versions/1`, () =>
    HttpResponse.json({ ...stored(), version: 1, ...versions[0] }),
  );
  serve(`post ${PATH}/preview`, () =>
    HttpResponse.json({
      subject: 'Rendered',
      html: '<p>Hello</p>',
      text: 'Hello',
      preview_url: '/email-previews/1',
    }),
  );
  serve(`put ${PATH}`, (_, { request }) => store(request));
});

async function edit(subject: string) {
  const view = open(EDITOR);
  const input = await screen.findByLabelText('Subject');
  await view.user.clear(input);
  await view.user.type(input, subject);
  return view;
}
const savedVersions = () => versions.map(({ subject }) => subject);

test('two presses save once, and what is typed meanwhile stays on top of the saved text', async () => {
  const answer = deferred();
  const requests = serve(`put ${PATH}`, async (_, { request }) => {
    await answer.promise;
    return store(request);
  });
  const { user } = await edit('Two');
  await user.dblClick(button('Save'));
  await user.type(field('Subject'), ' and more');
  answer.resolve();
  await screen.findByText('The email template was saved.');
  expect(requests).toHaveLength(1);
  expect(field('Subject').value).toBe('Two and more');
  await user.click(button('Save'));
  await waitFor(() => expect(savedVersions()).toEqual(['One', 'Two', 'Two and more']));
  expect(screen.queryByText(/while you were editing it/)).toBeNull();
});

test('a Save whose response was lost is repeated without a conflict', async () => {
  serve(`put ${PATH}`, async (count, { request }) => {
    const answer = await store(request);
    return count === 1 ? HttpResponse.error() : answer;
  });
  const { user } = await edit('Two');
  await user.click(button('Save'));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(field('Subject').value).toBe('Two');
  await user.click(button('Save'));
  await screen.findByText('The email template was saved.');
  expect(screen.queryByText(/while you were editing it/)).toBeNull();
  expect(savedVersions()).toEqual(['One', 'Two']);
});

test('an earlier version is put back into the editor, unless it has changes', async () => {
  versions.push(text('Two'));
  const { user } = await edit('Three');
  await user.click(await screen.findByRole('button', { name: /^Compare version 1/ }));
  await screen.findByText(/save or discard your changes first/);
  await user.click(button('Discard changes'));
  await user.click(button('Discard'));
  await user.click(button('Put version 1 back'));
  expect(document.activeElement).toBe(field('Subject'));
  await user.click(button('Save'));
  await waitFor(() => expect(savedVersions()).toEqual(['One', 'Two', 'One']));
  expect(screen.getAllByText(/by Deleted account/).length).toBeGreaterThan(0);
});

test('a test mail has the unsaved text, and a refusal of it is shown at the field that gets the focus', async () => {
  const detail = 'There is no placeholder {{user}}.';
  const errors = [{ field: '/subject', code: 'unknown_placeholder', detail }];
  const requests = serve(`post ${PATH}/test`, () =>
    problem(422, 'unknown_placeholder', 'Refused.', { errors }),
  );
  const { user } = await edit('{{{{user}}');
  await user.click(button('Send a test to me'));
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(document.activeElement).toBe(field('Subject'));
  expect(requests).toEqual([text('{{user}}')]);
});

test('a preview that fails keeps the last one and is retried', async () => {
  const { user } = open(EDITOR);
  await screen.findByText('Rendered');
  serve(`post ${PATH}/preview`, (count) =>
    count === 1
      ? HttpResponse.error()
      : HttpResponse.json({ subject: 'New', html: '', text: '', preview_url: '/email-previews/2' }),
  );
  await user.type(field('Subject'), '!');
  const failure = await screen.findByText(/^The preview couldn’t be updated\./);
  expect(screen.getByText('Rendered')).toBeTruthy();
  await user.click(button('Try again'));
  await screen.findByText('New');
  expect(failure.isConnected).toBe(false);
});

test('an unknown template is explained', async () => {
  open('/admin?tab=templates&template=none');
  expect(await screen.findByText('This email template doesn’t exist.')).toBeTruthy();
});
