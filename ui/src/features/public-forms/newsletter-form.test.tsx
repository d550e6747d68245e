import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withSite } from '../../../test/browser/site';
import { checkEmail, problem, serve, serveApi } from '../../../test/api/mock-api';
import { expectAccessible } from '../../../test/screens/axe';
import { field, renderPage } from '../../../test/screens/render-page';
import { TextField } from '../../components/forms/fields';
import { Button } from '../../components/controls/button';
import { NewsletterForm } from './newsletter-form';

serveApi();
withSite();

function Blog() {
  return (
    <NewsletterForm form="blog" nameField="firstName">
      {({ busy, errorOf }) => (
        <>
          <TextField name="email" label="Email" type="email" error={errorOf('email')} />
          <TextField name="firstName" label="Name" error={errorOf('firstName')} />
          <Button type="submit" busy={busy}>
            Subscribe
          </Button>
        </>
      )}
    </NewsletterForm>
  );
}

const PATH = 'post /api/newsletter/subscriptions';

test('a sent form is cleared, and says to check the email', async () => {
  const sent = serve(PATH, checkEmail);
  const { user } = renderPage(Blog, '/blog');
  await user.type(field('Email'), 'ana@school.example');
  await user.type(field('Name'), 'Ana{Enter}');
  expect(await screen.findByText(/^Check your email: /)).toBeTruthy();
  expect([field('Email').value, field('Name').value]).toEqual(['', '']);
  const first_name = 'Ana';
  expect(sent).toEqual([
    { email: 'ana@school.example', first_name, is_educator: false, form: 'blog' },
  ]);
  await expectAccessible();
});

test('what the server refuses is said at its field', async () => {
  serve(PATH, () =>
    problem(422, 'validation_failed', 'Wrong.', {
      errors: [{ field: '/first_name', code: 'url_in_name', detail: 'No addresses, please.' }],
    }),
  );
  const { user } = renderPage(Blog, '/blog');
  await user.type(field('Email'), 'ana@school.example');
  await user.type(field('Name'), 'www.ana.example{Enter}');
  expect(await screen.findByText('No addresses, please.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Name'));
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
});
