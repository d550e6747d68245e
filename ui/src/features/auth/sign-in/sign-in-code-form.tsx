/** Signs in with a mailed code: first the address, then the code. */
import { type ChangeEvent, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { createSessionByCode, type FactorRequired, requestSignInCode } from '../../../api/sessions';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { TextField } from '../../../components/forms/fields';
import { Form, requiredText } from '../../../components/forms/form';
import { showToast } from '../../../components/feedback/toast';
import { auth } from '../../../content/account/auth';
import { sessionStore } from '../../../session/browser-session';
import { useRequestForm } from '../use-request-form';
import { welcome } from './welcome';

const words = auth.code;
const linkStyle = 'min-h-6 text-left text-sm underline underline-offset-4';

const addressSchema = z.object({ email: requiredText(auth.required.email) });
const codeSchema = z.object({ code: requiredText(words.missing) });

type AskProps = {
  email: string;
  onTyped(email: string): void;
  onSent(email: string): void;
};

function AskForCode({ email, onTyped, onSent }: AskProps) {
  const { form, busy, field, failure, onSubmit } = useRequestForm(addressSchema, {
    defaultValues: { email },
    fields: ['email'],
    limited: auth.limited.mails,
  });
  const { setFocus } = form;
  // The form has replaced the pressed button.
  useEffect(() => setFocus('email'), [setFocus]);

  const submit = onSubmit(async (answers) => {
    await requestSignInCode(answers.email);
    onSent(answers.email);
  });

  return (
    <Form onSubmit={submit}>
      <p className="text-muted">{words.introduction}</p>
      <TextField
        label={auth.fields.email}
        type="email"
        autoComplete="username"
        required
        {...field('email', {
          onChange: (event: ChangeEvent<HTMLInputElement>) => onTyped(event.target.value),
        })}
      />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? words.sending : words.action}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
    </Form>
  );
}

type TypeProps = {
  email: string;
  onAnother(): void;
  onSecondStep(email: string, step: FactorRequired): void;
};

function TypeCode({ email, onAnother, onSecondStep }: TypeProps) {
  const { form, busy, field, failure, onSubmit } = useRequestForm(codeSchema, {
    defaultValues: { code: '' },
    limited: words.limited,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = onSubmit(
    async ({ code }) => {
      const digits = code.replaceAll(/[^\w-]/g, '');
      const step = await sessionStore.signIn(() => createSessionByCode(email, digits));
      if (step !== null) onSecondStep(email, step);
      else showToast(welcome());
    },
    () => setFocus('code', { shouldSelect: true }),
  );

  return (
    <Form onSubmit={submit}>
      <Alert variant="success">{words.sent(email)}</Alert>
      <TextField
        label={words.field}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...field('code')}
      />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? auth.signIn.submitting : auth.signIn.submit}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
      <button type="button" className={linkStyle} onClick={onAnother}>
        {words.another}
      </button>
    </Form>
  );
}

type Props = {
  email: string;
  onByPassword(email: string): void;
  /** The code is correct, and the account has a second factor. */
  onSecondStep(email: string, step: FactorRequired): void;
};

export function SignInCodeForm({ email: known, onByPassword, onSecondStep }: Props) {
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
      <button type="button" className={linkStyle} onClick={() => onByPassword(email.trim())}>
        {words.byPassword}
      </button>
    </div>
  );
}
