/** Redeems the code from a mail, with the same effect as the link. */
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ResendPurpose } from '../../../api/accounts';
import { messageOf, toProblem } from '../../../api/errors';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { TextField } from '../../../components/forms/fields';
import { Form, requiredText, useCheckedForm } from '../../../components/forms/form';
import { auth } from '../../../content/account/auth';
import { redeem, type Redeemed } from './redeem-mail';
import { ResendMail } from './resend-mail';

const schema = z.object({
  email: requiredText(auth.required.email),
  code: requiredText(auth.code.missing),
});

type Props = {
  email?: string;
  /** The mail has just been sent to `email`, so the form does not ask for the address. */
  isKnown?: boolean;
  words: { readonly action: string; readonly acting: string };
  onRedeemed(redeemed: Redeemed): void;
  /** The mail that can be resent to the address in the field. */
  resends?: ResendPurpose;
};

export function RedeemCodeForm({ email = '', isKnown = false, words, onRedeemed, resends }: Props) {
  const { form, busy, keepBusy, field, onSubmit } = useCheckedForm(schema, {
    defaultValues: { email, code: '' },
  });
  const [failure, setFailure] = useState<string | null>(null);
  const typed = useWatch({ control: form.control, name: 'email' }).trim();

  const submit = onSubmit(async ({ email: address, code }) => {
    setFailure(null);
    try {
      const redeemed = await redeem({ email: address, code: code.replaceAll(/[^\w-]/g, '') });
      keepBusy();
      onRedeemed(redeemed);
    } catch (cause) {
      const problem = toProblem(cause);
      const isWrong = problem.code === 'token_invalid';
      setFailure(isWrong ? auth.mailCode.refused : messageOf(problem, auth.code.limited));
      form.setFocus('code', { shouldSelect: true });
    }
  });

  return (
    <>
      <Form onSubmit={submit}>
        {!isKnown && (
          <TextField
            label={auth.fields.email}
            hint={auth.mailCode.emailHint}
            type="email"
            autoComplete="email"
            required
            {...field('email')}
          />
        )}
        <TextField
          label={auth.code.field}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...field('code')}
        />
        <Button type="submit" busy={busy} className="w-full">
          {busy ? words.acting : words.action}
        </Button>
        {failure !== null && <Alert variant="destructive">{failure}</Alert>}
      </Form>
      {resends !== undefined && (
        // The outcome is reset for a new address.
        <ResendMail
          purpose={resends}
          words={auth.resend}
          key={typed}
          email={typed}
          onMissingEmail={() =>
            form.setError('email', { message: auth.required.email }, { shouldFocus: true })
          }
        />
      )}
    </>
  );
}
