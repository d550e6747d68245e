/** Changes the password of a signed-in user. An error keeps the input. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { changePassword } from '../../../api/users';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { Form, requiredPassword } from '../../../components/forms/form';
import { PasswordField, UsernameField } from '../../../components/forms/password-field';
import { account } from '../../../content/account/account';
import { useOwnEmail } from '../../../session/session-state';
import { resetUntouched, useRequestForm } from '../use-request-form';
import { NewPasswordField, refuseWeak } from './new-password-field';

const words = account.password;
const schema = z.object({
  current_password: requiredPassword(words.missingCurrent),
  password: requiredPassword(words.missingNext),
});

const empty = { current_password: '', password: '' };

/** `onChanged` is called after all other sessions have ended. */
export function ChangePasswordForm({ onChanged }: { onChanged(): void }) {
  const { form, busy, field, failure, onSubmit } = useRequestForm(schema, {
    defaultValues: empty,
    fields: ['current_password', 'password'],
    limited: words.limited,
    wrongPassword: words.wrong,
  });
  const [changed, setChanged] = useState(false);
  const email = useOwnEmail();

  const submit = onSubmit(
    async (answers, sent) => {
      setChanged(false);
      refuseWeak(answers.password);
      await changePassword(answers.current_password, answers.password);
      resetUntouched(form, sent, empty);
      setChanged(true);
      onChanged();
    },
    ({ atField }) => {
      if (!atField) form.setFocus('password');
    },
  );

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
      {changed && (
        <Alert variant="success" takesFocus>
          {words.changed}
        </Alert>
      )}
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
    </Form>
  );
}
