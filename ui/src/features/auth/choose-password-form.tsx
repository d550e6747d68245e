/** Chooses a new password with a grant, which a refused password does not use up. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { choosePassword } from '../../api/accounts';
import { Alert } from '../../components/alert';
import { Button, LinkButton } from '../../components/button';
import { PasswordField } from '../../components/password-field';
import { auth } from '../../content/auth';
import { paths } from '../../content/pages';
import { useLatch } from '../../lib/use-latch';
import { showProblem } from './form-problem';
import { isAcceptable } from './password-strength';
import { PasswordStrengthMeter } from './password-strength-meter';
import { usePasswordChosen } from './use-password-chosen';

const schema = z.object({
  password: z.string().check(z.minLength(1, auth.newPassword.missing)),
});

type Props = {
  /** The right to choose a password: a bearer token. */
  grant: string;
  /** Where the form has taken the place of what was pressed. */
  takesFocus?: boolean;
};

type Failure = { message: string; isFinal: boolean };

export function ChoosePasswordForm({ grant, takesFocus = false }: Props) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const [failure, setFailure] = useState<Failure | null>(null);
  const { errors } = form.formState;
  const { busy, run } = useLatch();
  const password = useWatch({ control: form.control, name: 'password' });
  const chosen = usePasswordChosen();
  const { newPassword, signUp } = auth;
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus('password');
  }, [takesFocus, setFocus]);

  const submit = form.handleSubmit(async (answers) => {
    setFailure(null);
    if (!isAcceptable(answers.password)) {
      setFailure({ message: signUp.unacceptablePassword, isFinal: false });
      setFocus('password');
      return;
    }
    try {
      await choosePassword(grant, answers.password);
      chosen();
    } catch (cause) {
      const { message, code } = showProblem(form, [], cause, newPassword.limited);
      const isFinal = code === 'recovery_expired';
      setFailure({ message, isFinal });
      if (!isFinal) setFocus('password');
    }
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void run(() => submit(event))}
      className="space-y-5"
    >
      <PasswordField
        label={newPassword.field}
        autoComplete="new-password"
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordStrengthMeter id="new-password-strength" password={password} />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? newPassword.setting : newPassword.action}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
      {failure?.isFinal === true && (
        <LinkButton to={paths.authRecover} variant="secondary">
          {newPassword.askAgain}
        </LinkButton>
      )}
    </form>
  );
}
