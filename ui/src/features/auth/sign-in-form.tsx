/** The Sign In tab. Success shows a toast; the page then decides where to go. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import type { FactorRequired } from '../../api/sessions';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { TextField } from '../../components/fields';
import { PasswordField } from '../../components/password-field';
import { showToast } from '../../components/toast';
import { cleanInput } from '../../lib/clean-text';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { passkeysWork } from '../../lib/passkeys';
import { useLatch } from '../../lib/use-latch';
import { sessionStore } from '../../session/browser-session';
import { showProblem } from './form-problem';
import { PasskeySignIn } from './passkey-sign-in';
import { ResendMail } from './resend-mail';

const quiet = 'min-h-6 text-left underline underline-offset-4';

const schema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, auth.required.email)),
  password: z.string().check(z.minLength(1, auth.required.password)),
});

type Props = {
  /** What the form for the code held, when coming back from it. */
  email: string | null;
  onByCode(email: string): void;
  /** The password is right, and the account has a second factor. */
  onSecondStep(email: string, step: FactorRequired): void;
};

export function SignInForm({ email: known, onByCode, onSecondStep }: Props) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: known ?? '', password: '' },
  });
  const [failure, setFailure] = useState<{ message: string; code: string; email: string } | null>(
    null,
  );
  const { errors } = form.formState;
  const { busy, run } = useLatch();
  const typed = useWatch({ control: form.control, name: 'email' });
  const { setFocus } = form;
  useEffect(() => {
    // Back from the code, the pressed button has made room for this form.
    if (known !== null) setFocus(known === '' ? 'email' : 'password');
  }, [known, setFocus]);

  const wrong = failure?.code === 'invalid_credentials';
  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      const step = await sessionStore.signIn(email, password);
      if (step !== null) {
        onSecondStep(email, step);
        return;
      }
      showToast({ ...auth.signIn.welcome, variant: 'success' });
    } catch (cause) {
      const problem = showProblem(form, ['email', 'password'], cause, auth.signIn.limited);
      // A password that may be right stays, for the next press.
      if (problem.code === 'invalid_credentials') form.resetField('password');
      if (!problem.atField) setFocus('password');
      setFailure({ ...problem, email });
    }
  });

  return (
    <form
      method="post"
      onInputCapture={cleanInput}
      noValidate
      onSubmit={(event) => void run(() => submit(event))}
      className="space-y-5"
    >
      <TextField
        label={auth.fields.email}
        type="email"
        // The browser offers passkeys here as well.
        autoComplete={passkeysWork() ? 'username webauthn' : 'username'}
        required
        error={errors.email?.message}
        aria-invalid={wrong || undefined}
        {...form.register('email')}
      />
      <PasswordField
        label={auth.fields.password}
        autoComplete="current-password"
        required
        error={errors.password?.message}
        aria-invalid={wrong || undefined}
        {...form.register('password')}
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
        <Link to={paths.authRecover} state={typed.trim()} className={quiet}>
          {auth.signIn.forgot}
        </Link>
        <button type="button" className={quiet} onClick={() => onByCode(typed.trim())}>
          {auth.signIn.byCode}
        </button>
      </p>
      <PasskeySignIn isPaused={busy} />
    </form>
  );
}
