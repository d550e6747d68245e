/** Asking for another address. It changes once both addresses have confirmed; until then nothing does. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { changeEmail } from '../../api/users';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { TextField } from '../../components/fields';
import { NoPassword } from '../../components/no-password';
import { PasswordField } from '../../components/password-field';
import { UsernameField } from '../../components/username-field';
import { cleanInput } from '../../lib/clean-text';
import { account } from '../../content/account/account';
import { useLatch } from '../../lib/use-latch';
import { showProblem } from './form-problem';
import { ResendMail } from './resend-mail';
import { resetUntouched } from './reset-untouched';

const words = account.email;
const address = z.string().check(z.trim(), z.minLength(1, words.missing));
const withPassword = zodResolver(
  z.object({
    email: address,
    current_password: z.string().check(z.minLength(1, words.missingPassword)),
  }),
);
const withoutPassword = zodResolver(z.object({ email: address, current_password: z.string() }));

const empty = { email: '', current_password: '' };

type Outcome = { is: 'asked'; email: string } | { is: 'failed'; message: string };

/** `present` is the address of the account. */
export function ChangeEmailForm({ present }: { present: string }) {
  const [hasNone, setHasNone] = useState(false);
  const form = useForm({
    resolver: hasNone ? withoutPassword : withPassword,
    defaultValues: empty,
  });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, run } = useLatch();
  const { errors } = form.formState;

  const choose = (none: boolean) => {
    setHasNone(none);
    setOutcome(null);
    form.clearErrors('current_password');
  };

  const submit = form.handleSubmit(async ({ email, current_password: password }) => {
    setOutcome(null);
    const sent = form.getValues();
    try {
      await changeEmail(email, hasNone ? undefined : password);
      resetUntouched(form, sent, empty);
      setOutcome({ is: 'asked', email });
    } catch (cause) {
      const fields = ['current_password', 'email'] as const;
      const { message, code, atField } = showProblem(form, fields, cause, words.limited);
      if (code === 'invalid_credentials') {
        form.setError(
          'current_password',
          { message: account.password.wrong },
          { shouldFocus: true },
        );
        return;
      }
      const isStale = code === 'reauthentication_required';
      setOutcome({ is: 'failed', message: isStale ? account.noPassword.again : message });
      if (!atField) form.setFocus('email');
    }
  });

  return (
    <div className="space-y-5">
      <form
        method="post"
        onInputCapture={cleanInput}
        noValidate
        onSubmit={(event) => void run(() => submit(event))}
        className="space-y-5"
      >
        {/* The password before the new address: else that is taken for the user name that goes with it. */}
        <UsernameField email={present} />
        {!hasNone && (
          <PasswordField
            label={words.password}
            autoComplete="current-password"
            required
            error={errors.current_password?.message}
            {...form.register('current_password')}
          />
        )}
        <NoPassword chosen={hasNone} onChange={choose} words={account.noPassword} />
        <TextField
          label={words.next}
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" busy={busy}>
          {busy ? words.asking : words.ask}
        </Button>
        {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
      </form>
      {outcome?.is === 'asked' && (
        <>
          <Alert variant="success" title={words.asked} takesFocus>
            {words.explained(present, outcome.email)}
          </Alert>
          <ResendMail purpose="change_email" email={present} words={words.resend} />
        </>
      )}
    </div>
  );
}
