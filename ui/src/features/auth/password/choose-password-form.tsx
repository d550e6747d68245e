/** Sets a new password with a grant. A refused password does not consume the grant. */
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { choosePassword } from '../../../api/accounts';
import { Button, LinkButton } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { Form, requiredPassword, useCheckedForm } from '../../../components/forms/form';
import { UsernameField } from '../../../components/forms/password-field';
import { auth } from '../../../content/account/auth';
import { paths } from '../../../content/site/pages';
import { profileChanged } from '../../../session/session-actions';
import { showProblem } from '../form-problem';
import { useLeaveForHome } from '../use-leave-for-home';
import type { Granted } from '../verification/redeem-mail';
import { NewPasswordField } from './new-password-field';
import { isAcceptable } from './password-strength';

const words = auth.newPassword;
const schema = z.object({ password: requiredPassword(words.missing) });

type Props = {
  /** Called for each attempt. Null if the link yields no grant. */
  getGrant(): Promise<Granted | null>;
  email?: string | undefined;
  /** Called when the link or code has been used. */
  onUsed?(): void;
  /** The form has replaced the pressed button, so its field gets the focus. */
  takesFocus?: boolean;
};

type Failure = { message: string; isFinal: boolean };

export function ChoosePasswordForm({ getGrant, email = '', onUsed, takesFocus = false }: Props) {
  const { form, busy, keepBusy, field, onSubmit } = useCheckedForm(schema, {
    defaultValues: { password: '' },
  });
  const [failure, setFailure] = useState<Failure | null>(null);
  const leaveForHome = useLeaveForHome();
  const { search } = useLocation();
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus('password');
  }, [takesFocus, setFocus]);

  const submit = onSubmit(async ({ password }) => {
    setFailure(null);
    if (!isAcceptable(password)) {
      setFailure({ message: auth.signUp.unacceptablePassword, isFinal: false });
      setFocus('password');
      return;
    }
    let limited: (wait: string) => string = auth.limited.links;
    try {
      const granted = await getGrant();
      if (granted === null) {
        setFailure({ message: words.otherLink, isFinal: true });
        return;
      }
      limited = words.limited;
      await choosePassword(granted.grant, password);
      keepBusy();
      // The server has ended every session of the user, perhaps including this one.
      void profileChanged();
      leaveForHome(words.chosen, paths.auth + search);
    } catch (cause) {
      const { message, code } = showProblem(form, [], cause, limited);
      if (code === 'token_invalid') onUsed?.();
      const isFinal = code === 'recovery_expired' || code === 'token_invalid';
      setFailure({ message, isFinal });
      if (!isFinal) setFocus('password');
    }
  });

  return (
    <Form onSubmit={submit}>
      {email !== '' && <UsernameField email={email} />}
      <NewPasswordField control={form.control} label={words.field} {...field('password')} />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? words.setting : words.action}
      </Button>
      {failure !== null && (
        <Alert variant="destructive" takesFocus={failure.isFinal}>
          {failure.message}
        </Alert>
      )}
      {failure?.isFinal === true && (
        <LinkButton to={paths.authRecover} variant="secondary">
          {words.askAgain}
        </LinkButton>
      )}
    </Form>
  );
}
