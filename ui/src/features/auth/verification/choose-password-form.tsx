/** Sets a new password with a grant. A refused password does not consume the grant. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { choosePassword } from '../../../api/accounts';
import { ApiProblem } from '../../../api/errors';
import { Button, LinkButton } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { Form, requiredPassword } from '../../../components/forms/form';
import { UsernameField } from '../../../components/forms/password-field';
import { auth } from '../../../content/account/auth';
import { paths } from '../../../content/site/pages';
import { profileChanged } from '../../../session/session-actions';
import { useRequestForm } from '../use-request-form';
import { useLeaveForHome } from '../next-page';
import type { Granted } from './mail-link';
import { NewPasswordField, refuseWeak } from '../password/new-password-field';

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

/** The link or code leads no further. */
const FINAL: readonly string[] = ['other_link', 'recovery_expired', 'token_invalid'];

export function ChoosePasswordForm({ getGrant, email = '', onUsed, takesFocus = false }: Props) {
  const hasGrant = useRef(false);
  const { form, busy, keepBusy, field, failure, onSubmit } = useRequestForm(schema, {
    defaultValues: { password: '' },
    limited: (wait) => (hasGrant.current ? words.limited : auth.limited.links)(wait),
  });
  const isFinal = failure !== null && FINAL.includes(failure.code);
  const leaveForHome = useLeaveForHome();
  const { search } = useLocation();
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus('password');
  }, [takesFocus, setFocus]);

  const submit = onSubmit(
    // oxlint-disable-next-line react/refs -- runs after the render, when the form is submitted
    async ({ password }) => {
      refuseWeak(password);
      const granted = await getGrant();
      if (granted === null)
        throw new ApiProblem({ kind: 'refused' }, words.otherLink, 'other_link');
      hasGrant.current = true;
      await choosePassword(granted.grant, password);
      keepBusy();
      // The server has ended every session of the user, perhaps including this one.
      void profileChanged();
      leaveForHome(words.chosen, paths.auth + search);
    },
    ({ code }) => {
      if (code === 'token_invalid') onUsed?.();
      if (!FINAL.includes(code)) setFocus('password');
    },
  );

  return (
    <Form onSubmit={submit}>
      {email !== '' && <UsernameField email={email} />}
      <NewPasswordField control={form.control} label={words.field} {...field('password')} />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? words.setting : words.action}
      </Button>
      {failure !== null && (
        <Alert variant="destructive" takesFocus={isFinal}>
          {failure.message}
        </Alert>
      )}
      {isFinal && (
        <LinkButton to={paths.authRecover} variant="secondary">
          {words.askAgain}
        </LinkButton>
      )}
    </Form>
  );
}
