/**
 * The Sign Up tab. Signing up signs nobody in: the person is sent to the mailbox, and the form waits behind that in case the
 * address was wrong.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { signUp } from '../../api/accounts';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { TextField } from '../../components/fields';
import { PasswordField } from '../../components/password-field';
import { showToast } from '../../components/toast';
import { noteSignUp } from '../../lib/note-sign-up';
import { cleanInput } from '../../lib/clean-text';
import { auth } from '../../content/account/auth';
import { useLatch } from '../../lib/use-latch';
import { CheckEmail } from './check-email';
import { showProblem } from './form-problem';
import { isAcceptable } from './password-strength';
import { PasswordStrengthMeter } from './password-strength-meter';

const schema = z.object({
  first_name: z.string().check(z.trim(), z.minLength(1, auth.required.firstName)),
  last_name: z.string().check(z.trim(), z.minLength(1, auth.required.lastName)),
  email: z.string().check(z.trim(), z.minLength(1, auth.required.email)),
  password: z.string().check(z.minLength(1, auth.required.password)),
});

const RULES_ID = 'password-rules';

type Outcome =
  | { is: 'created'; email: string }
  | { is: 'failed'; message: string }
  | { is: 'changing-address' };

/** `otherWays` stands below the form. */
export function SignUpForm({ otherWays }: { otherWays?: ReactNode }) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { first_name: '', last_name: '', email: '', password: '' },
  });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, run } = useLatch();
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const { setFocus } = form;
  useEffect(() => {
    if (outcome?.is === 'changing-address') setFocus('email', { shouldSelect: true });
  }, [outcome, setFocus]);

  const submit = form.handleSubmit(async (answers) => {
    setOutcome(null);
    if (!isAcceptable(answers.password)) {
      setOutcome({ is: 'failed', message: auth.signUp.unacceptablePassword });
      form.setFocus('password');
      return;
    }
    try {
      await signUp(answers);
      noteSignUp('signed-up');
      form.resetField('password');
      setOutcome({ is: 'created', email: answers.email });
      showToast({ ...auth.signUp.created, variant: 'success' });
    } catch (cause) {
      const { message, code } = showProblem(
        form,
        ['first_name', 'last_name', 'email', 'password'],
        cause,
        auth.signUp.limited,
      );
      setOutcome({ is: 'failed', message });
      if (code === 'weak_password') form.setFocus('password');
    }
  });

  if (outcome?.is === 'created')
    return (
      <CheckEmail
        email={outcome.email}
        onChangeAddress={() => setOutcome({ is: 'changing-address' })}
      />
    );
  return (
    <>
      <form
        method="post"
        onInputCapture={cleanInput}
        noValidate
        onSubmit={(event) => void run(() => submit(event))}
        className="space-y-5"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={auth.fields.firstName}
            autoComplete="given-name"
            required
            error={errors.first_name?.message}
            {...form.register('first_name')}
          />
          <TextField
            label={auth.fields.lastName}
            autoComplete="family-name"
            required
            error={errors.last_name?.message}
            {...form.register('last_name')}
          />
        </div>
        <TextField
          label={auth.fields.email}
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={auth.fields.password}
          autoComplete="new-password"
          aria-describedby={RULES_ID}
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <PasswordStrengthMeter id={RULES_ID} password={password} />
        <Button type="submit" busy={busy} className="w-full">
          {busy ? auth.signUp.submitting : auth.signUp.submit}
        </Button>
        {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
      </form>
      {otherWays}
    </>
  );
}
