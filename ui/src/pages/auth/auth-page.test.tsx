import { act, screen, within } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { checkEmail, problem, serve, tooMany } from '../../../test/api/mock-api';
import { granted, verified } from '../../../test/api/recovery';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { acceptSignIn, withRealSession } from '../../../test/api/real-session';
import { problems } from '../../content/site/problems';
import { sessionStore } from '../../session/browser-session';
import { AuthPage } from './auth-page';

withRealSession();

const open = () => renderPage(AuthPage, '/auth');
/** A field of the visible panel. The other panel has the same fields. */
const field = (name: string) =>
  within(screen.getByRole('tabpanel')).getByLabelText<HTMLInputElement>(name);
const password = () => field('Password');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('Sign In', () => {
  const fill = async ({ user }: ReturnType<typeof open>) => {
    await user.type(field('Email'), 'ada@example.com');
    await user.type(password(), 'Correct-Horse-1');
    await user.click(button('Sign In'));
  };

  test('is the initial tab', () => {
    open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Educators Forum');
    expect(screen.getByRole('tab', { name: 'Sign In' }).getAttribute('aria-selected')).toBe('true');
    expect(field('Email').getAttribute('autocomplete')).toBe('username');
    expect(password().autocomplete).toBe('current-password');
    expect(password().form?.method).toBe('post');
  });

  test('requires both fields', async () => {
    const { user } = open();
    await expectAccessible();
    await user.click(button('Sign In'));
    expect(await screen.findByText('Enter your email')).toBeTruthy();
    expect(screen.getByText('Enter your password')).toBeTruthy();
    await expectAccessible();
  });

  test('shows Signing in... during the request', async () => {
    const view = open();
    serve('post /api/auth/sessions', () => delay('infinite'));
    await fill(view);
    expect(button('Signing in...').ariaDisabled).toBe('true');
  });

  test('shows a toast and redirects a member to the home page', async () => {
    acceptSignIn('post /api/auth/sessions', ['member']);
    await fill(open());
    await expectArrivalAt('/');
    expect(screen.getByText('Welcome back!')).toBeTruthy();
    expect(screen.getByText('You have successfully signed in.')).toBeTruthy();
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

  test('an intercepted response does not sign the user in', async () => {
    serve('post /api/auth/sessions', () => HttpResponse.html('<h1>Hotel</h1>'));
    await fill(open());
    expect((await screen.findByRole('alert')).textContent).toBe(problems.intercepted);
    expect(sessionStore.current().status).toBe('signed-out');
  });

  test('shows the wait when throttled, and keeps the input', async () => {
    serve('post /api/auth/sessions', (count) =>
      count === 1 ? problem(403, 'email_not_verified', 'Not confirmed') : tooMany(),
    );
    serve('post /api/auth/verifications/resend', tooMany);
    const view = open();
    await fill(view);
    await view.user.click(await screen.findByRole('button', { name: /new confirmation email/ }));
    const asked = 'This was requested several times. Please check your mailbox, or';
    expect(await screen.findByText(`${asked} try again in about 3 minutes.`)).toBeTruthy();
    await view.user.click(button('Sign In'));
    const tried = 'Too many attempts to sign in. Please try again in about 3 minutes.';
    expect(await screen.findByText(tried)).toBeTruthy();
    expect(field('Email').value).toBe('ada@example.com');
    expect(password().value).toBe('Correct-Horse-1');
    acceptSignIn('post /api/auth/sessions', ['member']);
    await view.user.click(button('Sign In'));
    await expectArrivalAt('/');
  });

  test('offers a new confirmation email to an unverified account', async () => {
    serve('post /api/auth/sessions', () =>
      problem(403, 'email_not_verified', 'Email not confirmed'),
    );
    const asked = serve('post /api/auth/verifications/resend', checkEmail);
    const view = open();
    await fill(view);
    expect((await screen.findByRole('alert')).textContent).toBe('Email not confirmed');
    await view.user.click(button('Send a new confirmation email'));
    expect(await screen.findByText(/a new email is on its way/)).toBeTruthy();
    expect(asked).toEqual([{ email: 'ada@example.com', purpose: 'verify_email' }]);
  });
});

describe('Sign Up', () => {
  const fill = async (view: ReturnType<typeof open>, secret: string) => {
    const { user } = view;
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    await user.type(field('First Name'), 'Ada');
    await user.type(field('Last Name'), 'Lovelace');
    await user.type(field('Email'), 'ada@example.com');
    await user.type(password(), secret);
  };
  const signUp = async () => {
    const view = open();
    await fill(view, 'Correct-Horse-1');
    await view.user.click(button('Sign Up'));
    return view;
  };

  test('names its fields for password managers', async () => {
    await fill(open(), 'x');
    expect(field('First Name').getAttribute('autocomplete')).toBe('given-name');
    expect(field('Last Name').getAttribute('autocomplete')).toBe('family-name');
    expect(field('Email').getAttribute('autocomplete')).toBe('email');
    expect(password().autocomplete).toBe('new-password');
  });

  test('shows the strength of the password and the rules that it meets', async () => {
    await fill(open(), 'Abc1');
    expect(screen.getByText('Fair')).toBeTruthy();
    await expectAccessible();
    expect(screen.getByText(/at least 8 characters/).textContent).toContain('(not met yet)');
    expect(screen.getByText(/an uppercase letter/).textContent).toContain('(met)');
  });

  test('does not send a password that meets fewer than four rules', async () => {
    const view = open();
    await fill(view, 'abcdefg1');
    await view.user.click(button('Sign Up'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Password does not meet complexity requirements',
    );
  });

  test('a shown password is hidden again on submit', async () => {
    const view = open();
    await fill(view, 'abc');
    await view.user.click(button('Show password'));
    expect(password().type).toBe('text');
    await view.user.click(button('Sign Up'));
    await screen.findByRole('alert');
    expect(password().type).toBe('password');
  });

  test('points to the confirmation mail in a toast and on the page, and does not sign the user in', async () => {
    const sent = serve('post /api/auth/signup', checkEmail);
    await signUp();
    expect(await screen.findAllByText('Account created!')).toHaveLength(2);
    const sentence = 'Please check your email to verify your account.';
    expect(within(screen.getByRole('tabpanel')).getByText(sentence)).toBeTruthy();
    expect(sent).toEqual([
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        password: 'Correct-Horse-1',
      },
    ]);
    expect(sessionStore.current().status).toBe('signed-out');
    expect(screen.queryByLabelText('First Name')).toBeNull();
    expect(screen.getByText('ada@example.com').tagName).toBe('STRONG');
    expect(button('Send a new confirmation email')).toBeTruthy();
    await expectAccessible();
  });

  test('a double click creates only one account, and requests only one new mail', async () => {
    const signUps = serve('post /api/auth/signup', checkEmail);
    const mails = serve('post /api/auth/verifications/resend', checkEmail);
    const pressTwice = (name: string) =>
      act(() => {
        const pressed = button(name);
        pressed.click();
        pressed.click();
      });
    await fill(open(), 'Correct-Horse-1');
    pressTwice('Sign Up');
    await screen.findAllByText('Account created!');
    pressTwice('Send a new confirmation email');
    await screen.findByText(/a new email is on its way/);
    expect([signUps.length, mails.length]).toEqual([1, 1]);
  });

  test('the code from the mail verifies the address without the link', async () => {
    serve('post /api/auth/signup', checkEmail);
    const sent = serve('post /api/auth/verifications', verified);
    const view = await signUp();
    await view.user.type(await screen.findByLabelText('Code from the email'), '012 345{Enter}');
    await expectArrivalAt('/');
    expect(sent).toEqual([{ email: 'ada@example.com', code: '012345' }]);
    expect(sessionStore.current().status).toBe('signed-out');
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

  test('a link to the sign-up form opens its tab', () => {
    renderPage(AuthPage, '/auth', '/auth#sign-up');
    expect(screen.getByRole('tab', { name: 'Sign Up' }).getAttribute('aria-selected')).toBe('true');
  });

  test('shows Creating account... during the request', async () => {
    serve('post /api/auth/signup', () => delay('infinite'));
    await signUp();
    expect(button('Creating account...').ariaDisabled).toBe('true');
  });

  test('an intercepted response creates no account', async () => {
    serve('post /api/auth/signup', () => HttpResponse.html('<h1>Hotel</h1>'));
    await signUp();
    expect((await screen.findByRole('alert')).textContent).toBe(problems.intercepted);
    expect(screen.queryByText(/check your email/i)).toBeNull();
  });

  test('shows the wait when sign-ups are throttled', async () => {
    serve('post /api/auth/signup', tooMany);
    await signUp();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Too many sign-ups. Please try again in about 3 minutes.',
    );
    expect(password().value).toBe('Correct-Horse-1');
  });

  test("shows the server's field errors at their fields and its message in the alert", async () => {
    serve('post /api/auth/signup', () =>
      problem(422, 'validation_failed', 'Please check the form.', {
        errors: [{ field: '/email', code: 'invalid', detail: 'This is not an email address' }],
      }),
    );
    await signUp();
    expect((await screen.findByRole('alert')).textContent).toBe('Please check the form.');
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('This is not an email address')).toBeTruthy();
  });

  test('reports a weak password once, in the alert', async () => {
    const sentence = 'Choose a password without your name in it.';
    serve('post /api/auth/signup', () =>
      problem(422, 'weak_password', sentence, {
        errors: [{ field: '/password', code: 'weak_password', detail: sentence }],
        reasons: ['context'],
      }),
    );
    await signUp();
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getAllByText(sentence)).toHaveLength(1);
    expect(document.activeElement).toBe(field('Password'));
  });
});
