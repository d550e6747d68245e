/** Requests a recovery mail. The response does not reveal whether the address has an account. */
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { requestRecovery } from '../../../api/accounts';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { TextField } from '../../../components/forms/fields';
import { Form, requiredText, useCheckedForm } from '../../../components/forms/form';
import { auth } from '../../../content/account/auth';
import { paths } from '../../../content/site/pages';
import { showProblem } from '../form-problem';

const schema = z.object({ email: requiredText(auth.required.email) });

type Outcome = { is: 'sent'; email: string } | { is: 'failed'; message: string };

export function RequestRecoveryForm({ email: prefilled }: { email: string }) {
  const { form, busy, field, onSubmit } = useCheckedForm(schema, {
    defaultValues: { email: prefilled },
  });
  const { search } = useLocation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const submit = onSubmit(async ({ email }) => {
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
    <Form onSubmit={submit}>
      <TextField
        label={auth.fields.email}
        type="email"
        autoComplete="username"
        required
        {...field('email')}
      />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? auth.recover.sending : auth.recover.action}
      </Button>
      {outcome?.is === 'sent' && (
        <Alert variant="success" takesFocus>
          <p>{auth.recover.sent}</p>
          <p className="mt-2">
            <Link
              to={{ pathname: paths.authReset, search }}
              state={outcome.email}
              className="underline underline-offset-4"
            >
              {auth.recover.byCode}
            </Link>
          </p>
        </Alert>
      )}
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </Form>
  );
}
