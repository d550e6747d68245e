/** The second step with a code from the authenticator app or a recovery code. */
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { messageOf, toProblem } from '../../../api/errors';
import { listFactors } from '../../../api/factors';
import {
  createSessionByFactor,
  type FactorRequired,
  type FactorSignInRequest,
} from '../../../api/sessions';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { SelectField, TextField } from '../../../components/forms/fields';
import { Form, requiredText, useCheckedForm } from '../../../components/forms/form';
import { showToast } from '../../../components/feedback/toast';
import type { ToastMessage } from '../../../components/feedback/toast-store';
import { MailText } from '../../../components/text/mail-text';
import { auth } from '../../../content/account/auth';
import { paths } from '../../../content/site/pages';
import { sessionStore } from '../../../session/browser-session';

const words = auth.factor;

const schema = z.object({ factorId: z.string(), code: requiredText(words.missing) });

const welcome = { ...auth.signIn.welcome, variant: 'success' } as const;

/** Names what is left of the second step, and where to replace a lost one. */
async function afterRecovery(): Promise<ToastMessage> {
  const left = await listFactors().then(
    ({ recovery_codes_left: count }) => count,
    () => null,
  );
  return {
    ...welcome,
    description: `${welcome.description} ${words.recovered(left)}`,
    action: { label: words.replace, to: `${paths.account}#two-step` },
  };
}

type Props = {
  step: FactorRequired;
  by: 'app' | 'recovery';
  onBack(): void;
  /** The challenge has expired. */
  onOver(): void;
};

export function FactorForm({ step, by, onBack, onOver }: Props) {
  const apps = step.factors.filter(({ factor_type }) => factor_type === 'totp');
  const { form, busy, field, onSubmit } = useCheckedForm(schema, {
    defaultValues: { factorId: apps[0]?.id ?? '', code: '' },
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const answer = (factorId: string, code: string): FactorSignInRequest =>
    by === 'app'
      ? {
          challenge_token: step.challenge_token,
          factor_id: factorId,
          code: code.replaceAll(/[^\w-]/g, ''),
        }
      : { challenge_token: step.challenge_token, recovery_code: code };

  const submit = onSubmit(async ({ factorId, code }) => {
    setFailure(null);
    try {
      await sessionStore.signIn(() => createSessionByFactor(answer(factorId, code)));
      showToast(by === 'app' ? welcome : await afterRecovery());
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
    <Form onSubmit={submit}>
      <p className="text-muted">{by === 'app' ? words.introduction : words.recoveryIntroduction}</p>
      {by === 'app' && apps.length > 1 && (
        <SelectField
          label={words.which}
          options={apps.map(({ id, friendly_name: label }) => ({ value: id, label }))}
          {...field('factorId')}
        />
      )}
      <TextField
        label={by === 'app' ? words.field : words.recoveryField}
        inputMode={by === 'app' ? 'numeric' : 'text'}
        autoComplete={by === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('code')}
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
      {by === 'recovery' && (
        <div className="text-sm text-muted">
          <p className="font-semibold text-ink">{words.lost.title}</p>
          <p>
            <MailText>{words.lost.text}</MailText>
          </p>
        </div>
      )}
    </Form>
  );
}
