import { Link, useLocation } from 'react-router-dom';
import { CardPage } from '../../components/layout/card-page';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { usePrefilledEmail } from '../../features/auth/next-page';
import { useState } from 'react';
import * as z from 'zod/mini';
import { requestRecovery } from '../../api/accounts';
import { Button } from '../../components/controls/button';
import { Alert } from '../../components/feedback/alert';
import { TextField } from '../../components/forms/fields';
import { Form, requiredText } from '../../components/forms/form';
import { useRequestForm } from '../../features/auth/use-request-form';

export function AuthRecoverPage() {
  // The Sign In form passes on its address.
  const email = usePrefilledEmail();
  const { search } = useLocation();
  return (
    <CardPage title={auth.recover.title}>
      <p className="text-muted">{auth.recover.introduction}</p>
      <RequestRecoveryForm email={email} />
      <p>
        <Link to={{ pathname: paths.auth, search }} className="underline underline-offset-4">
          {auth.recover.back}
        </Link>
      </p>
    </CardPage>
  );
}

const schema = z.object({ email: requiredText(auth.required.email) });

/** Requests a recovery mail. The response does not reveal whether the address has an account. */
function RequestRecoveryForm({ email: prefilled }: { email: string }) {
  const { busy, field, failure, onSubmit } = useRequestForm(schema, {
    defaultValues: { email: prefilled },
    fields: ['email'],
    limited: auth.limited.mails,
  });
  const { search } = useLocation();
  /** The address to which a mail was sent. */
  const [sent, setSent] = useState<string | null>(null);

  const submit = onSubmit(async ({ email }) => {
    setSent(null);
    await requestRecovery(email);
    setSent(email);
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
      {sent !== null && (
        <Alert variant="success" takesFocus>
          <p>{auth.recover.sent}</p>
          <p className="mt-2">
            <Link
              to={{ pathname: paths.authReset, search }}
              state={sent}
              className="underline underline-offset-4"
            >
              {auth.recover.byCode}
            </Link>
          </p>
        </Alert>
      )}
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
    </Form>
  );
}
