/** The second step of signing in: a code from the authenticator app, or one of the recovery codes. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { messageOf, toProblem } from '../../api/errors';
import type { FactorRequired, FactorSignInRequest } from '../../api/sessions';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { SelectField, TextField } from '../../components/fields';
import { showToast } from '../../components/toast';
import { auth } from '../../content/auth';
import { useLatch } from '../../lib/use-latch';
import { sessionStore } from '../../session/browser-session';

const words = auth.factor;
const quiet = 'min-h-6 text-left text-sm underline underline-offset-4';

const schema = z.object({
  factorId: z.string(),
  code: z.string().check(z.trim(), z.minLength(1, words.missing)),
});

type Props = {
  step: FactorRequired;
  /** Leads back to the first step. */
  onBack(): void;
};

export function FactorForm({ step, onBack }: Props) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { factorId: step.factors[0]?.id ?? '', code: '' },
  });
  const [by, setBy] = useState<'app' | 'recovery'>('app');
  const [failure, setFailure] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const { busy, run } = useLatch();
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus, by]);

  const answer = (factorId: string, code: string): FactorSignInRequest =>
    by === 'app'
      ? {
          challenge_token: step.challenge_token,
          factor_id: factorId,
          code: code.replaceAll(/\s/g, ''),
        }
      : { challenge_token: step.challenge_token, recovery_code: code };

  const submit = form.handleSubmit(async ({ factorId, code }) => {
    setFailure(null);
    try {
      await sessionStore.signInByFactor(answer(factorId, code));
      showToast({ ...auth.signIn.welcome, variant: 'success' });
    } catch (cause) {
      const problem = toProblem(cause);
      setFailure(messageOf(problem, words.limited));
      setOver(problem.code === 'challenge_expired');
      setFocus('code', { shouldSelect: true });
    }
  });

  const change = (to: typeof by) => {
    setFailure(null);
    form.resetField('code');
    setBy(to);
  };

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void run(() => submit(event))}
      className="space-y-5"
    >
      <h2 className="text-xl">{words.title}</h2>
      <p className="text-muted">{by === 'app' ? words.introduction : words.recoveryIntroduction}</p>
      {by === 'app' && step.factors.length > 1 && (
        <SelectField
          label={words.which}
          options={step.factors.map(({ id, friendly_name: label }) => ({ value: id, label }))}
          {...form.register('factorId')}
        />
      )}
      <TextField
        key={by}
        label={by === 'app' ? words.field : words.recoveryField}
        inputMode={by === 'app' ? 'numeric' : 'text'}
        autoComplete={by === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.code?.message}
        {...form.register('code')}
      />
      {over ? (
        <Button className="w-full" onClick={onBack}>
          {words.again}
        </Button>
      ) : (
        <Button type="submit" busy={busy} className="w-full">
          {busy ? auth.signIn.submitting : auth.signIn.submit}
        </Button>
      )}
      {failure !== null && <Alert variant="destructive">{failure}</Alert>}
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <button
          type="button"
          className={quiet}
          onClick={() => change(by === 'app' ? 'recovery' : 'app')}
        >
          {by === 'app' ? words.byRecoveryCode : words.byApp}
        </button>
        {!over && (
          <button type="button" className={quiet} onClick={onBack}>
            {words.back}
          </button>
        )}
      </p>
    </form>
  );
}
