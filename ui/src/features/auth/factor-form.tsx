/** The second step with a code: from the authenticator app, or one of the recovery codes. */
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
import { auth } from '../../content/account/auth';
import { useLatch } from '../../lib/use-latch';
import { sessionStore } from '../../session/browser-session';

const words = auth.factor;

const schema = z.object({
  factorId: z.string(),
  code: z.string().check(z.trim(), z.minLength(1, words.missing)),
});

type Props = {
  step: FactorRequired;
  by: 'app' | 'recovery';
  /** Leads back to the first step. */
  onBack(): void;
  /** No answer is accepted any more. */
  onOver(): void;
};

export function FactorForm({ step, by, onBack, onOver }: Props) {
  const apps = step.factors.filter(({ factor_type }) => factor_type === 'totp');
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { factorId: apps[0]?.id ?? '', code: '' },
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const { busy, run } = useLatch();
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

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
      if (problem.code === 'challenge_expired') {
        setOver(true);
        onOver();
      }
      setFocus('code', { shouldSelect: true });
    }
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void run(() => submit(event))}
      className="space-y-5"
    >
      <p className="text-muted">{by === 'app' ? words.introduction : words.recoveryIntroduction}</p>
      {by === 'app' && apps.length > 1 && (
        <SelectField
          label={words.which}
          options={apps.map(({ id, friendly_name: label }) => ({ value: id, label }))}
          {...form.register('factorId')}
        />
      )}
      <TextField
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
    </form>
  );
}
