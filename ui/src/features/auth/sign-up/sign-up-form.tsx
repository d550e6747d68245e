/** The Sign Up tab. Signing up does not sign in: the user must verify the address, and can correct it. */
import { type ReactNode, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { signUp } from '../../../api/accounts';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { TextField } from '../../../components/forms/fields';
import { Form, requiredPassword, requiredText } from '../../../components/forms/form';
import { showToast } from '../../../components/feedback/toast';
import { textLinkClasses } from '../../../components/text/mail-text';
import { noteSignUp } from '../../../lib/sign-up-progress';
import { auth } from '../../../content/account/auth';
import { pages, paths } from '../../../content/site/pages';
import { useRequestForm } from '../use-request-form';
import { NewPasswordField, refuseWeak } from '../password/new-password-field';
import { RedeemCodeForm } from '../verification/redeem-code-form';
import { RemainingStep, useRemainingStep } from '../verification/remaining-step';
import { ResendMail } from '../verification/resend-mail';

const schema = z.object({
  first_name: requiredText(auth.required.firstName),
  last_name: requiredText(auth.required.lastName),
  email: requiredText(auth.required.email),
  password: requiredPassword(auth.required.password),
});

export function SignUpForm({ providerButtons }: { providerButtons?: ReactNode }) {
  const { form, busy, field, failure, onSubmit } = useRequestForm(schema, {
    defaultValues: { first_name: '', last_name: '', email: '', password: '' },
    fields: ['first_name', 'last_name', 'email', 'password'],
    limited: auth.signUp.limited,
  });
  const [step, setStep] = useState<'form' | 'check-email' | 'changing-address'>('form');
  /** The field may contain another address by now. */
  const [sentTo, setSentTo] = useState('');
  const { setFocus } = form;
  useEffect(() => {
    if (step === 'changing-address') setFocus('email', { shouldSelect: true });
  }, [step, setFocus]);

  const submit = onSubmit(
    async (answers) => {
      refuseWeak(answers.password);
      await signUp(answers);
      noteSignUp('signed-up');
      form.resetField('password');
      setSentTo(answers.email);
      setStep('check-email');
      showToast({ ...auth.signUp.created, variant: 'success' });
    },
    ({ code }) => {
      if (code === 'weak_password') setFocus('password');
    },
  );

  if (step === 'check-email')
    return <CheckEmail email={sentTo} onChangeAddress={() => setStep('changing-address')} />;
  return (
    <>
      <Form onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={auth.fields.firstName}
            autoComplete="given-name"
            required
            {...field('first_name')}
          />
          <TextField
            label={auth.fields.lastName}
            autoComplete="family-name"
            required
            {...field('last_name')}
          />
        </div>
        <TextField
          label={auth.fields.email}
          type="email"
          autoComplete="email"
          required
          {...field('email')}
        />
        <NewPasswordField
          control={form.control}
          label={auth.fields.password}
          {...field('password')}
        />
        <Button type="submit" busy={busy} className="w-full">
          {busy ? auth.signUp.submitting : auth.signUp.submit}
        </Button>
        {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
        <Policies />
      </Form>
      {providerButtons}
    </>
  );
}

/** In a new tab, because the form keeps nothing when it is left. */
function Policies() {
  const [before, between, after] = auth.signUp.policies;
  const link = (page: 'privacy' | 'terms') => (
    <a href={paths[page]} target="_blank" rel="noopener" className={textLinkClasses}>
      {pages[page].title}
    </a>
  );
  return (
    <p className="text-sm text-muted">
      {before}
      {link('privacy')}
      {between}
      {link('terms')}
      {after}
    </p>
  );
}

/** Replaces the form after sign-up. The user can enter the code from the mail here and have the mail resent. */
function CheckEmail({ email, onChangeAddress }: { email: string; onChangeAddress(): void }) {
  const { created, checkEmail } = auth.signUp;
  const { remaining, proceed } = useRemainingStep();
  if (remaining !== null) return <RemainingStep remaining={remaining} />;
  return (
    <div className="space-y-5">
      <h2 className="text-2xl">{checkEmail.title}</h2>
      <Alert variant="success" title={created.title} takesFocus>
        {created.description}
      </Alert>
      <p>
        {checkEmail.sentTo} <strong className="wrap-anywhere">{email}</strong>. {checkEmail.open}
      </p>
      <p>{checkEmail.byCode}</p>
      <RedeemCodeForm email={email} isKnown onRedeemed={proceed} />
      <p className="text-muted">{checkEmail.without}</p>
      <div className="flex flex-wrap items-start gap-3">
        <ResendMail purpose="verify_email" email={email} />
        <Button variant="ghost" onClick={onChangeAddress}>
          {checkEmail.change}
        </Button>
      </div>
    </div>
  );
}
