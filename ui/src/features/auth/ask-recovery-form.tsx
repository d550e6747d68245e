/** Asks for a recovery email. The answer never tells whether the address has an account. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { requestRecovery } from '../../api/accounts';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { TextField } from '../../components/fields';
import { cleanInput } from '../../lib/clean-text';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { useLatch } from '../../lib/use-latch';
import { showProblem } from './form-problem';

const schema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, auth.required.email)),
});

type Outcome = { is: 'sent'; email: string } | { is: 'failed'; message: string };

export function AskRecoveryForm({ email: known }: { email: string }) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: known } });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { errors } = form.formState;
  const { busy, run } = useLatch();

  const submit = form.handleSubmit(async ({ email }) => {
    setOutcome(null);
    try {
      await requestRecovery(email);
      setOutcome({ is: 'sent', email });
    } catch (cause) {
      const { message } = showProblem(form, ['email'], cause, auth.limited.mails);
      setOutcome({ is: 'failed', message });
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
        autoComplete="username"
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? auth.recover.sending : auth.recover.action}
      </Button>
      {outcome?.is === 'sent' && (
        <Alert variant="success" takesFocus>
          <p>{auth.recover.sent}</p>
          <p className="mt-2">
            <Link
              to={paths.authReset}
              state={outcome.email}
              className="underline underline-offset-4"
            >
              {auth.recover.byCode}
            </Link>
          </p>
        </Alert>
      )}
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </form>
  );
}
