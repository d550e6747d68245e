/** Redeems the code from a mail, with the same effect as the link. */
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ResendPurpose } from '../../../api/accounts';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { TextField } from '../../../components/forms/fields';
import { Form, requiredText } from '../../../components/forms/form';
import { auth } from '../../../content/account/auth';
import { useRequestForm } from '../use-request-form';
import { redeem, type Redeemed } from './mail-link';
import { ResendMail } from './resend-mail';

const schema = z.object({
  email: requiredText(auth.required.email),
  code: requiredText(auth.code.missing),
});

const confirmation = { action: auth.confirm.byCode, acting: auth.confirm.confirming };

type Props = {
  email?: string;
  /** The mail has just been sent to `email`, so the form does not ask for the address. */
  isKnown?: boolean;
  words?: { readonly action: string; readonly acting: string };
  onRedeemed(redeemed: Redeemed): void;
  /** The mail that can be resent to the address in the field. */
  resends?: ResendPurpose;
};

export function RedeemCodeForm({
  email = '',
  isKnown = false,
  words = confirmation,
  onRedeemed,
  resends,
}: Props) {
  const { form, busy, keepBusy, field, failure, onSubmit } = useRequestForm(schema, {
    defaultValues: { email, code: '' },
    limited: auth.code.limited,
  });
  const typed = useWatch({ control: form.control, name: 'email' }).trim();

  const submit = onSubmit(
    async ({ email: address, code }) => {
      const redeemed = await redeem({ email: address, code: code.replaceAll(/[^\w-]/g, '') });
      keepBusy();
      onRedeemed(redeemed);
    },
    () => form.setFocus('code', { shouldSelect: true }),
  );

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
        {failure !== null && (
          <Alert variant="destructive">
            {failure.code === 'token_invalid' ? auth.mailCode.refused : failure.message}
          </Alert>
        )}
      </Form>
      {resends !== undefined && (
        // The outcome is reset for a new address.
        <ResendMail
          purpose={resends}
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
