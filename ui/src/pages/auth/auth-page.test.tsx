import { act, fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../../test/deferred';
import { expectAccessible } from '../../../test/screens/axe';
import { checkEmail, problem, serve, tooMany } from '../../../test/api/mock-api';
import { granted } from '../../../test/api/recovery';
import { button, expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { acceptSignIn, withRealSession } from '../../../test/api/real-session';
import { problems } from '../../content/site/problems';
import { AuthPage } from './auth-page';

withRealSession();

const open = () => renderPage(AuthPage, '/auth');
/** A field of the visible panel. The other panel has the same fields. */
const field = (name: string) =>
  within(screen.getByRole('tabpanel')).getByLabelText<HTMLInputElement>(name);
const password = () => field('Password');

describe('Sign In', () => {
  const fill = async ({ user }: ReturnType<typeof open>) => {
    await user.type(field('Email'), 'ada@example.com');
    await user.type(password(), 'Correct-Horse-1');
    await user.click(button('Sign In'));
  };

  test('names its fields for password managers and requires them', async () => {
    const { user } = open();
    expect(field('Email').getAttribute('autocomplete')).toBe('username');
    expect(password().autocomplete).toBe('current-password');
    expect(password().form?.method).toBe('post');
    await user.click(button('Sign In'));
    expect(await screen.findByText('Enter your email')).toBeTruthy();
    expect(screen.getByText('Enter your password')).toBeTruthy();
    await expectAccessible();
  });

  test("shows the server's message in an alert and clears the password", async () => {
    serve('post /api/auth/sessions', () =>
      problem(401, 'invalid_credentials', 'Invalid login credentials'),
    );
    await fill(open());
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid login credentials');
    expect(screen.getByText(/^Check your email and password/)).toBeTruthy();
    for (const control of [field('Email'), password()])
      expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(password().value).toBe('');
    expect(document.activeElement).toBe(password());
    expect(field('Email').value).toBe('ada@example.com');
  });

  test('shows the wait when throttled, keeps the input, and offers a new confirmation email', async () => {
    serve('post /api/auth/sessions', (count) =>
      count === 1 ? problem(403, 'email_not_verified', 'Not confirmed') : tooMany(),
    );
    const asked = serve('post /api/auth/verifications/resend', tooMany);
    const view = open();
    await fill(view);
    await view.user.click(await screen.findByRole('button', { name: /new confirmation email/ }));
    const repeated = 'This was requested several times. Please check your mailbox, or';
    expect(await screen.findByText(`${repeated} try again in about 3 minutes.`)).toBeTruthy();
    expect(asked).toEqual([{ email: 'ada@example.com', purpose: 'verify_email' }]);
    await view.user.click(button('Sign In'));
    const tried = 'Too many attempts to sign in. Please try again in about 3 minutes.';
    expect(await screen.findByText(tried)).toBeTruthy();
    expect(field('Email').value).toBe('ada@example.com');
    expect(password().value).toBe('Correct-Horse-1');
    acceptSignIn('post /api/auth/sessions', ['member']);
    await view.user.click(button('Sign In'));
    await expectArrivalAt('/');
  });
});

describe('Sign Up', () => {
  const fill = async (secret = 'Correct-Horse-1') => {
    const view = open();
    await view.user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    await view.user.type(field('First Name'), 'Ada');
    await view.user.type(field('Last Name'), 'Lovelace');
    await view.user.type(field('Email'), 'ada@example.com');
    await view.user.type(password(), secret);
    return view;
  };
  const signUp = async () => {
    const view = await fill();
    await view.user.click(button('Sign Up'));
    return view;
  };

  test('names its fields for password managers, and shows which rules the password meets', async () => {
    await fill('Abc1');
    const names = ['First Name', 'Last Name', 'Email', 'Password'];
    expect(names.map((name) => field(name).getAttribute('autocomplete'))).toEqual([
      'given-name',
      'family-name',
      'email',
      'new-password',
    ]);
    expect(screen.getByText('Fair')).toBeTruthy();
    expect(screen.getByText(/at least 8 characters/).textContent).toContain('(not met yet)');
    expect(screen.getByText(/an uppercase letter/).textContent).toContain('(met)');
  });

  test('does not send a weak password, and hides a shown one again on submit', async () => {
    const { user } = await fill('abcdefg1');
    await user.click(button('Show password'));
    expect(password().type).toBe('text');
    await user.click(button('Sign Up'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Password does not meet complexity requirements',
    );
    expect(password().type).toBe('password');
  });

  test('a double click creates only one account, and requests only one new mail to its address', async () => {
    const answered = deferred();
    const signUps = serve('post /api/auth/signup', () => answered.promise.then(checkEmail));
    const mails = serve('post /api/auth/verifications/resend', checkEmail);
    const pressTwice = (name: string) =>
      act(() => {
        const pressed = button(name);
        pressed.click();
        pressed.click();
      });
    await fill();
    pressTwice('Sign Up');
    expect(
      (await screen.findByText('Creating account...')).closest('[aria-disabled]'),
    ).toBeTruthy();
    // The fields stay editable during the request.
    fireEvent.change(field('Email'), { target: { value: 'ada@other.example' } });
    act(answered.resolve);
    await screen.findAllByText('Account created!');
    pressTwice('Send a new confirmation email');
    await screen.findByText(/a new email is on its way/);
    expect(signUps).toHaveLength(1);
    expect(mails).toEqual([{ email: 'ada@example.com', purpose: 'verify_email' }]);
  });

  test('after several sign-ups with one address, the code leads to a new password', async () => {
    serve('post /api/auth/signup', checkEmail);
    serve('post /api/auth/verifications', () => granted('verify_email'));
    const view = await signUp();
    await view.user.type(await screen.findByLabelText('Code from the email'), '012345{Enter}');
    expect(await screen.findByText(/^Your address is confirmed/)).toBeTruthy();
    expect(screen.getByLabelText('New password')).toBeTruthy();
  });

  test('a wrong address can be corrected in the form, which keeps everything except the password', async () => {
    serve('post /api/auth/signup', checkEmail);
    const view = await signUp();
    await view.user.click(await screen.findByRole('button', { name: 'Change address' }));
    expect(document.activeElement).toBe(field('Email'));
    expect(field('Email').value).toBe('ada@example.com');
    expect(field('First Name').value).toBe('Ada');
    expect(password().value).toBe('');
  });

  const invalid = (code: string, message: string, errors: object[]) => () =>
    problem(422, code, message, { errors });
  const weak = 'Choose a password without your name in it.';
  const refusals = {
    'an invalid address': {
      answer: invalid('validation_failed', 'Please check the form.', [
        { field: '/email', code: 'invalid', detail: 'This is not an email address' },
      ]),
      alert: 'Please check the form.',
      focused: 'email',
      shown: 'This is not an email address',
    },
    'a weak password': {
      answer: invalid('weak_password', weak, [
        { field: '/password', code: 'weak_password', detail: weak },
      ]),
      alert: weak,
      focused: 'password',
      // Once, although the response names it twice.
      shown: weak,
    },
    'too many attempts': {
      answer: tooMany,
      alert: 'Too many sign-ups. Please try again in about 3 minutes.',
      focused: null,
      shown: 'Too many sign-ups. Please try again in about 3 minutes.',
    },
    'an intercepted response': {
      answer: () => HttpResponse.html('<h1>Hotel</h1>'),
      alert: problems.intercepted,
      focused: null,
      shown: problems.intercepted,
    },
  };

  test.each(Object.entries(refusals))(
    'reports %s, and keeps the password',
    async (_, { answer, alert, focused, shown }) => {
      serve('post /api/auth/signup', answer);
      await signUp();
      expect((await screen.findByRole('alert')).textContent).toBe(alert);
      expect(screen.getAllByText(shown)).toHaveLength(1);
      expect(document.activeElement?.getAttribute('name') ?? null).toBe(focused);
      expect(password().value).toBe('Correct-Horse-1');
    },
  );
});
