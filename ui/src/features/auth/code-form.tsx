/** Signing in with a code from a mail, in the place of the password form: first the address, then the code. */
import { zodResolver } from '@hookform/resolvers/zod';
import { type ChangeEvent, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { messageOf, toProblem } from '../../api/errors';
import { type FactorRequired, requestSignInCode } from '../../api/sessions';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { TextField } from '../../components/fields';
import { showToast } from '../../components/toast';
import { cleanInput } from '../../lib/clean-text';
import { auth } from '../../content/account/auth';
import { useLatch } from '../../lib/use-latch';
import { sessionStore } from '../../session/browser-session';
import { showProblem } from './form-problem';

const words = auth.code;
const quiet = 'min-h-6 text-left text-sm underline underline-offset-4';

const addressSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, auth.required.email)),
});
const codeSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, words.missing)),
});

type AskProps = {
  email: string;
  onTyped(email: string): void;
  onSent(email: string): void;
};

function AskForCode({ email, onTyped, onSent }: AskProps) {
  const form = useForm({ resolver: zodResolver(addressSchema), defaultValues: { email } });
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useLatch();
  const { errors } = form.formState;
  const { setFocus } = form;
  // The pressed link has made room for this form.
  useEffect(() => setFocus('email'), [setFocus]);

  const submit = form.handleSubmit(async (answers) => {
    setFailure(null);
    try {
      await requestSignInCode(answers.email);
      onSent(answers.email);
    } catch (cause) {
      setFailure(showProblem(form, ['email'], cause, auth.limited.mails).message);
    }
  });

  return (
    <form
      method="post"
      onInputCapture={cleanInput}
      noValidate
      onSubmit={(event) => void run(() => submit(event))}
      className="space-y-5"
    >
      <p className="text-muted">{words.introduction}</p>
      <TextField
        label={auth.fields.email}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...form.register('email', {
          onChange: (event: ChangeEvent<HTMLInputElement>) => onTyped(event.target.value),
        })}
      />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? words.sending : words.action}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure}</Alert>}
    </form>
  );
}

type TypeProps = {
  email: string;
  onAnother(): void;
  onSecondStep(email: string, step: FactorRequired): void;
};

function TypeCode({ email, onAnother, onSecondStep }: TypeProps) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } });
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useLatch();
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      const step = await sessionStore.signInByCode(email, code.replaceAll(/\s/g, ''));
      if (step !== null) {
        onSecondStep(email, step);
        return;
      }
      showToast({ ...auth.signIn.welcome, variant: 'success' });
    } catch (cause) {
      setFailure(messageOf(toProblem(cause), words.limited));
      setFocus('code', { shouldSelect: true });
    }
  });

  return (
    <form
      method="post"
      onInputCapture={cleanInput}
      noValidate
      onSubmit={(event) => void run(() => submit(event))}
      className="space-y-5"
    >
      <Alert variant="success">{words.sent(email)}</Alert>
      <TextField
        label={words.field}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? auth.signIn.submitting : auth.signIn.submit}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure}</Alert>}
      <button type="button" className={quiet} onClick={onAnother}>
        {words.another}
      </button>
    </form>
  );
}

type Props = {
  /** What the password form held. */
  email: string;
  onByPassword(email: string): void;
  /** The code is right, and the account has a second factor. */
  onSecondStep(email: string, step: FactorRequired): void;
};

export function CodeForm({ email: known, onByPassword, onSecondStep }: Props) {
  const [email, setEmail] = useState(known);
  const [sent, setSent] = useState(false);
  return (
    <div className="space-y-5">
      {sent ? (
        <TypeCode email={email} onAnother={() => setSent(false)} onSecondStep={onSecondStep} />
      ) : (
        <AskForCode
          email={email}
          onTyped={setEmail}
          onSent={(address) => {
            setEmail(address);
            setSent(true);
          }}
        />
      )}
      <button type="button" className={quiet} onClick={() => onByPassword(email.trim())}>
        {words.byPassword}
      </button>
    </div>
  );
}
