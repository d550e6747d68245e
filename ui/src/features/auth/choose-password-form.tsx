/** Chooses a new password with a right to do so, which a refused password does not use up. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { choosePassword } from '../../api/accounts';
import { Alert } from '../../components/alert';
import { Button, LinkButton } from '../../components/button';
import { PasswordField } from '../../components/password-field';
import { UsernameField } from '../../components/username-field';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { useLatch } from '../../lib/use-latch';
import { showProblem } from './form-problem';
import { isAcceptable } from './password-strength';
import { PasswordStrengthMeter } from './password-strength-meter';
import type { Granted } from './redeem-mail';
import { usePasswordChosen } from './use-password-chosen';

const schema = z.object({
  password: z.string().check(z.minLength(1, auth.newPassword.missing)),
});

const RULES_ID = 'new-password-rules';

type Props = {
  /** Gets the right to choose a password, at each attempt; null where there is none to be had. */
  right(): Promise<Granted | null>;
  /** The address of the account, where it is known. */
  email?: string | undefined;
  /** What gives the right does so no longer. */
  onUsed?(): void;
  /** Where the form has taken the place of what was pressed. */
  takesFocus?: boolean;
};

type Failure = { message: string; isFinal: boolean };

export function ChoosePasswordForm({ right, email = '', onUsed, takesFocus = false }: Props) {
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
    let limited: (wait: string) => string = auth.limited.links;
    try {
      const granted = await right();
      if (granted === null) {
        setFailure({ message: newPassword.otherLink, isFinal: true });
        return;
      }
      limited = newPassword.limited;
      await choosePassword(granted.grant, answers.password);
      chosen();
    } catch (cause) {
      const { message, code } = showProblem(form, [], cause, limited);
      if (code === 'token_invalid') onUsed?.();
      const isFinal = code === 'recovery_expired' || code === 'token_invalid';
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
      {email !== '' && <UsernameField email={email} />}
      <PasswordField
        label={newPassword.field}
        autoComplete="new-password"
        aria-describedby={RULES_ID}
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordStrengthMeter id={RULES_ID} password={password} />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? newPassword.setting : newPassword.action}
      </Button>
      {failure !== null && (
        <Alert variant="destructive" takesFocus={failure.isFinal}>
          {failure.message}
        </Alert>
      )}
      {failure?.isFinal === true && (
        <LinkButton to={paths.authRecover} variant="secondary">
          {newPassword.askAgain}
        </LinkButton>
      )}
    </form>
  );
}
