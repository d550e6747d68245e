/** Requests a change to the email address. It takes effect when both addresses are verified. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { changeEmail } from '../../../api/users';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { TextField } from '../../../components/forms/fields';
import {
  Form,
  requiredPassword,
  requiredText,
  useCheckedForm,
} from '../../../components/forms/form';
import { PasswordField, UsernameField } from '../../../components/forms/password-field';
import { PasswordlessToggle } from '../../../components/forms/passwordless-toggle';
import { account } from '../../../content/account/account';
import { showProblem } from '../form-problem';
import { resetUntouched } from '../reset-untouched';
import { ResendMail } from '../verification/resend-mail';

const words = account.email;
const schemaWith = (current_password: ReturnType<typeof requiredPassword>) =>
  z.object({ email: requiredText(words.missing), current_password });
const withPassword = schemaWith(requiredPassword(words.missingPassword));
const withoutPassword = schemaWith(z.string());

const empty = { email: '', current_password: '' };

type Outcome = { is: 'asked'; email: string } | { is: 'failed'; message: string };

export function ChangeEmailForm({ current }: { current: string }) {
  const [hasNone, setHasNone] = useState(false);
  const { form, busy, field, onSubmit } = useCheckedForm(hasNone ? withoutPassword : withPassword, {
    defaultValues: empty,
  });
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const choose = (none: boolean) => {
    setHasNone(none);
    setOutcome(null);
    form.clearErrors('current_password');
  };

  const submit = onSubmit(async ({ email, current_password: password }) => {
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
        const wrong = { message: account.password.wrong };
        form.setError('current_password', wrong, { shouldFocus: true });
        return;
      }
      const isStale = code === 'reauthentication_required';
      setOutcome({ is: 'failed', message: isStale ? account.noPassword.again : message });
      if (!atField) form.setFocus('email');
    }
  });

  return (
    <div className="space-y-5">
      <Form onSubmit={submit}>
        <TextField
          label={words.next}
          type="email"
          autoComplete="email"
          required
          {...field('email')}
        />
        {/* Password managers treat the field before the password as the user name. */}
        <UsernameField email={current} />
        {!hasNone && (
          <PasswordField
            label={words.password}
            autoComplete="current-password"
            required
            {...field('current_password')}
          />
        )}
        <PasswordlessToggle chosen={hasNone} onChange={choose} words={account.noPassword} />
        <Button type="submit" busy={busy}>
          {busy ? words.asking : words.ask}
        </Button>
        {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
      </Form>
      {outcome?.is === 'asked' && (
        <>
          <Alert variant="success" title={words.asked} takesFocus>
            {words.explained(current, outcome.email)}
          </Alert>
          <ResendMail purpose="change_email" email={current} words={words.resend} />
        </>
      )}
    </div>
  );
}
