/** The code of a mail, typed where its link cannot be opened. It does what the link does. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ResendPurpose } from '../../api/accounts';
import { messageOf, toProblem } from '../../api/errors';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { TextField } from '../../components/fields';
import { cleanInput } from '../../lib/clean-text';
import { auth } from '../../content/account/auth';
import { useLatch } from '../../lib/use-latch';
import { redeem, type Redeemed } from './redeem-mail';
import { ResendMail } from './resend-mail';

const schema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, auth.required.email)),
  code: z.string().check(z.trim(), z.minLength(1, auth.code.missing)),
});

type Props = {
  /** What the field for the address begins with. */
  email?: string;
  /** Where the mail has just gone there: the address is not asked for. */
  isKnown?: boolean;
  words: { readonly action: string; readonly acting: string };
  onRedeemed(redeemed: Redeemed): void;
  /** Which mail can be sent again to the address in the field; without, none. */
  resends?: ResendPurpose;
};

export function TypeMailCode({ email = '', isKnown = false, words, onRedeemed, resends }: Props) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email, code: '' } });
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useLatch();
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: 'email' }).trim();

  const submit = form.handleSubmit(async ({ email: address, code }) => {
    setFailure(null);
    try {
      onRedeemed(await redeem({ email: address, code: code.replaceAll(/\s/g, '') }));
    } catch (cause) {
      const problem = toProblem(cause);
      const isWrong = problem.code === 'token_invalid';
      setFailure(isWrong ? auth.mailCode.refused : messageOf(problem, auth.code.limited));
      form.setFocus('code', { shouldSelect: true });
    }
  });

  return (
    <>
      <form
        method="post"
        onInputCapture={cleanInput}
        noValidate
        onSubmit={(event) => void run(() => submit(event))}
        className="space-y-5"
      >
        {!isKnown && (
          <TextField
            label={auth.fields.email}
            hint={auth.mailCode.emailHint}
            type="email"
            autoComplete="email"
            required
            error={errors.email?.message}
            {...form.register('email')}
          />
        )}
        <TextField
          label={auth.code.field}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={errors.code?.message}
          {...form.register('code')}
        />
        <Button type="submit" busy={busy} className="w-full">
          {busy ? words.acting : words.action}
        </Button>
        {failure !== null && <Alert variant="destructive">{failure}</Alert>}
      </form>
      {resends !== undefined && (
        // What was said about one address does not hold for the next.
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
