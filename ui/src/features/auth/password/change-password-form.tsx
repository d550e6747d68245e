/** Changes the password of a signed-in user. An error keeps the input. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { changePassword } from '../../../api/users';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { Form, requiredPassword, useCheckedForm } from '../../../components/forms/form';
import { PasswordField, UsernameField } from '../../../components/forms/password-field';
import { account } from '../../../content/account/account';
import { auth } from '../../../content/account/auth';
import { useOwnEmail } from '../../../session/use-session';
import { showProblem } from '../form-problem';
import { resetUntouched } from '../reset-untouched';
import { NewPasswordField } from './new-password-field';
import { isAcceptable } from './password-strength';

const words = account.password;
const schema = z.object({
  current_password: requiredPassword(words.missingCurrent),
  password: requiredPassword(words.missingNext),
});

const empty = { current_password: '', password: '' };

type Outcome = { is: 'changed' } | { is: 'failed'; message: string };

/** `onChanged` is called after all other sessions have ended. */
export function ChangePasswordForm({ onChanged }: { onChanged(): void }) {
  const { form, busy, field, onSubmit } = useCheckedForm(schema, { defaultValues: empty });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const email = useOwnEmail();

  const submit = onSubmit(async (answers) => {
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
    <Form onSubmit={submit}>
      <UsernameField email={email} />
      <PasswordField
        label={words.current}
        autoComplete="current-password"
        required
        {...field('current_password')}
      />
      <NewPasswordField control={form.control} label={words.next} {...field('password')} />
      <Button type="submit" busy={busy}>
        {busy ? words.changing : words.change}
      </Button>
      {outcome?.is === 'changed' && (
        <Alert variant="success" takesFocus>
          {words.changed}
        </Alert>
      )}
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </Form>
  );
}
