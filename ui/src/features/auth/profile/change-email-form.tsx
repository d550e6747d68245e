/** Requests a change to the email address. It takes effect when both addresses are verified. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { changeEmail } from '../../../api/users';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { TextField } from '../../../components/forms/fields';
import { Form, requiredPassword, requiredText } from '../../../components/forms/form';
import {
  PasswordField,
  PasswordlessToggle,
  UsernameField,
} from '../../../components/forms/password-field';
import { account } from '../../../content/account/account';
import { resetUntouched, useRequestForm } from '../use-request-form';
import { ResendMail } from '../verification/resend-mail';

const words = account.email;
const schemaWith = (current_password: ReturnType<typeof requiredPassword>) =>
  z.object({ email: requiredText(words.missing), current_password });
const withPassword = schemaWith(requiredPassword(words.missingPassword));
const withoutPassword = schemaWith(z.string());

const empty = { email: '', current_password: '' };

export function ChangeEmailForm({ current }: { current: string }) {
  const [hasNone, setHasNone] = useState(false);
  const { form, busy, field, failure, setFailure, onSubmit } = useRequestForm(
    hasNone ? withoutPassword : withPassword,
    {
      defaultValues: empty,
      fields: ['current_password', 'email'],
      limited: words.limited,
      wrongPassword: account.password.wrong,
    },
  );
  const [asked, setAsked] = useState<string | null>(null);

  const choose = (none: boolean) => {
    setHasNone(none);
    setFailure(null);
    setAsked(null);
    form.clearErrors('current_password');
  };

  const submit = onSubmit(
    async ({ email, current_password: password }, sent) => {
      setAsked(null);
      await changeEmail(email, hasNone ? undefined : password);
      resetUntouched(form, sent, empty);
      setAsked(email);
    },
    ({ atField }) => {
      if (!atField) form.setFocus('email');
    },
  );

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
        {failure !== null && (
          <Alert variant="destructive">
            {failure.code === 'reauthentication_required'
              ? account.noPassword.again
              : failure.message}
          </Alert>
        )}
      </Form>
      {asked !== null && (
        <>
          <Alert variant="success" title={words.asked} takesFocus>
            {words.explained(current, asked)}
          </Alert>
          <ResendMail purpose="change_email" email={current} words={words.resend} />
        </>
      )}
    </div>
  );
}
