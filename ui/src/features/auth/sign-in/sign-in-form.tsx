/** The Sign In tab: password or mailed code, then the second step. The page then redirects. */
import { type ReactNode, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { createSession, type FactorRequired } from '../../../api/sessions';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { TextField } from '../../../components/forms/fields';
import { Form, requiredPassword, requiredText } from '../../../components/forms/form';
import { PasswordField } from '../../../components/forms/password-field';
import { showToast } from '../../../components/feedback/toast';
import { auth } from '../../../content/account/auth';
import { paths } from '../../../content/site/pages';
import { passkeysWork } from '../../../lib/credentials/passkeys';
import { sessionStore } from '../../../session/browser-session';
import { useRequestForm } from '../use-request-form';
import { PasskeySignIn } from './passkey-sign-in';
import { ResendMail } from '../verification/resend-mail';
import { SecondStep } from './second-step';
import { SignInCodeForm } from './sign-in-code-form';
import { welcome } from './welcome';

const linkStyle = 'min-h-6 text-left underline underline-offset-4';

const schema = z.object({
  email: requiredText(auth.required.email),
  password: requiredPassword(auth.required.password),
});

type PanelProps = {
  /** The address from the previous page; may be empty. */
  email?: string;
  providerButtons?: ReactNode;
  /** The second step of a wallet sign-in. */
  asked?: FactorRequired | null;
  onBack?(): void;
};

export function SignInPanel({
  email: known = '',
  providerButtons,
  asked = null,
  onBack,
}: PanelProps) {
  const [by, setBy] = useState<'password' | 'code'>('password');
  /** The address from the previous form or page; null without one. */
  const [email, setEmail] = useState<string | null>(known || null);
  const [second, setSecond] = useState<FactorRequired | null>(null);
  const change = (to: typeof by) => (typed: string) => {
    setEmail(typed);
    setBy(to);
  };
  const ask = (typed: string, step: FactorRequired) => {
    setEmail(typed);
    setSecond(step);
  };
  const step = asked ?? second;
  if (step !== null) {
    return (
      <SecondStep
        step={step}
        onBack={() => {
          onBack?.();
          setSecond(null);
          setBy('password');
        }}
      />
    );
  }
  return by === 'password' ? (
    <>
      <SignInForm email={email} onByCode={change('code')} onSecondStep={ask} />
      {providerButtons}
    </>
  ) : (
    <SignInCodeForm email={email ?? ''} onByPassword={change('password')} onSecondStep={ask} />
  );
}

type Props = {
  /** The address from the code form; null before the user has opened it. */
  email: string | null;
  onByCode(email: string): void;
  /** The password is correct, and the account has a second factor. */
  onSecondStep(email: string, step: FactorRequired): void;
};

function SignInForm({ email: known, onByCode, onSecondStep }: Props) {
  const { form, busy, field, failure, onSubmit } = useRequestForm(schema, {
    defaultValues: { email: known ?? '', password: '' },
    fields: ['email', 'password'],
    limited: auth.signIn.limited,
  });
  const [tried, setTried] = useState('');
  const typed = useWatch({ control: form.control, name: 'email' });
  const { search } = useLocation();
  const { setFocus } = form;
  useEffect(() => {
    // The form has replaced the pressed button.
    if (known !== null) setFocus(known === '' ? 'email' : 'password');
  }, [known, setFocus]);

  const wrong = failure?.code === 'invalid_credentials';
  const submit = onSubmit(
    async ({ email, password }) => {
      setTried(email);
      const step = await sessionStore.signIn(() => createSession(email, password));
      if (step !== null) onSecondStep(email, step);
      else showToast(welcome());
    },
    ({ code, atField }) => {
      // A password that may be correct stays in the field.
      if (code === 'invalid_credentials') form.resetField('password');
      if (!atField) setFocus('password');
    },
  );

  return (
    <Form onSubmit={submit}>
      <TextField
        label={auth.fields.email}
        type="email"
        // `webauthn` offers passkeys.
        autoComplete={passkeysWork() ? 'username webauthn' : 'username'}
        required
        aria-invalid={wrong || undefined}
        {...field('email')}
      />
      <PasswordField
        label={auth.fields.password}
        autoComplete="current-password"
        required
        aria-invalid={wrong || undefined}
        {...field('password')}
      />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? auth.signIn.submitting : auth.signIn.submit}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
      {wrong && <p className="text-[0.95rem]">{auth.signIn.checkBoth}</p>}
      {failure?.code === 'email_not_verified' && (
        <ResendMail purpose="verify_email" email={tried} />
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 text-sm">
        <Link
          to={{ pathname: paths.authRecover, search }}
          state={typed.trim()}
          className={linkStyle}
        >
          {auth.signIn.forgot}
        </Link>
        <button type="button" className={linkStyle} onClick={() => onByCode(typed.trim())}>
          {auth.signIn.byCode}
        </button>
      </p>
      <PasskeySignIn isPaused={busy} />
    </Form>
  );
}
