/** Changing the password of a signed-in person. An error clears nothing that was typed. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { changePassword } from '../../api/users';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { PasswordField } from '../../components/password-field';
import { UsernameField } from '../../components/username-field';
import { account } from '../../content/account/account';
import { auth } from '../../content/account/auth';
import { useLatch } from '../../lib/use-latch';
import { useOwnEmail } from '../../session/use-own-email';
import { showProblem } from './form-problem';
import { isAcceptable } from './password-strength';
import { PasswordStrengthMeter } from './password-strength-meter';
import { resetUntouched } from './reset-untouched';

const words = account.password;
const schema = z.object({
  current_password: z.string().check(z.minLength(1, words.missingCurrent)),
  password: z.string().check(z.minLength(1, words.missingNext)),
});

const empty = { current_password: '', password: '' };

const RULES_ID = 'changed-password-rules';

type Outcome = { is: 'changed' } | { is: 'failed'; message: string };

/** `onChanged` is called when all other sessions have ended. */
export function ChangePasswordForm({ onChanged }: { onChanged(): void }) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: empty,
  });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, run } = useLatch();
  const email = useOwnEmail();
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });

  const submit = form.handleSubmit(async (answers) => {
    setOutcome(null);
    const sent = form.getValues();
    if (!isAcceptable(answers.password)) {
      setOutcome({ is: 'failed', message: auth.signUp.unacceptablePassword });
      form.setFocus('password');
      return;
    }
    try {
      await changePassword(answers.current_password, answers.password);
      resetUntouched(form, sent, empty);
      setOutcome({ is: 'changed' });
      onChanged();
    } catch (cause) {
      const fields = ['current_password', 'password'] as const;
      const { message, code, atField } = showProblem(form, fields, cause, words.limited);
      if (code === 'invalid_credentials') {
        form.setError('current_password', { message: words.wrong }, { shouldFocus: true });
        return;
      }
      setOutcome({ is: 'failed', message });
      if (!atField) form.setFocus('password');
    }
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void run(() => submit(event))}
      className="space-y-5"
    >
      <UsernameField email={email} />
      <PasswordField
        label={words.current}
        autoComplete="current-password"
        required
        error={errors.current_password?.message}
        {...form.register('current_password')}
      />
      <PasswordField
        label={words.next}
        autoComplete="new-password"
        aria-describedby={RULES_ID}
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordStrengthMeter id={RULES_ID} password={password} />
      <Button type="submit" busy={busy}>
        {busy ? words.changing : words.change}
      </Button>
      {outcome?.is === 'changed' && (
        <Alert variant="success" takesFocus>
          {words.changed}
        </Alert>
      )}
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </form>
  );
}
