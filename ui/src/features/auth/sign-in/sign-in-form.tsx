/** Signs in with a password. The page then redirects. */
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { createSession, type FactorRequired } from '../../../api/sessions';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { TextField } from '../../../components/forms/fields';
import {
  Form,
  requiredPassword,
  requiredText,
  useCheckedForm,
} from '../../../components/forms/form';
import { PasswordField } from '../../../components/forms/password-field';
import { showToast } from '../../../components/feedback/toast';
import { auth } from '../../../content/account/auth';
import { paths } from '../../../content/site/pages';
import { passkeysWork } from '../../../lib/credentials/passkeys';
import { sessionStore } from '../../../session/browser-session';
import { showProblem } from '../form-problem';
import { PasskeySignIn } from './passkey-sign-in';
import { ResendMail } from '../verification/resend-mail';

const linkStyle = 'min-h-6 text-left underline underline-offset-4';

const schema = z.object({
  email: requiredText(auth.required.email),
  password: requiredPassword(auth.required.password),
});

type Props = {
  /** The address from the code form; null before the user has opened it. */
  email: string | null;
  onByCode(email: string): void;
  /** The password is correct, and the account has a second factor. */
  onSecondStep(email: string, step: FactorRequired): void;
};

export function SignInForm({ email: known, onByCode, onSecondStep }: Props) {
  const { form, busy, field, onSubmit } = useCheckedForm(schema, {
    defaultValues: { email: known ?? '', password: '' },
  });
  const [failure, setFailure] = useState<{ message: string; code: string; email: string } | null>(
    null,
  );
  const typed = useWatch({ control: form.control, name: 'email' });
  const { search } = useLocation();
  const { setFocus } = form;
  useEffect(() => {
    // The form has replaced the pressed button.
    if (known !== null) setFocus(known === '' ? 'email' : 'password');
  }, [known, setFocus]);

  const wrong = failure?.code === 'invalid_credentials';
  const submit = onSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      const step = await sessionStore.signIn(() => createSession(email, password));
      if (step !== null) {
        onSecondStep(email, step);
        return;
      }
      showToast({ ...auth.signIn.welcome, variant: 'success' });
    } catch (cause) {
      const problem = showProblem(form, ['email', 'password'], cause, auth.signIn.limited);
      // A password that may be correct stays in the field.
      if (problem.code === 'invalid_credentials') form.resetField('password');
      if (!problem.atField) setFocus('password');
      setFailure({ ...problem, email });
    }
  });

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
        <ResendMail purpose="verify_email" words={auth.resend} email={failure.email} />
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
