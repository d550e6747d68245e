/** The second step: a passkey, a code from the authenticator app, or a recovery code. */
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { listFactors } from '../../../api/factors';
import {
  type FactorRequired,
  type FactorSignInRequest,
  createSessionByFactor,
} from '../../../api/sessions';
import { auth } from '../../../content/account/auth';
import { askPasskey, passkeysWork } from '../../../lib/credentials/passkeys';
import { codeOf } from '../../../api/errors';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { SelectField, TextField } from '../../../components/forms/fields';
import { Form, requiredText } from '../../../components/forms/form';
import { showToast } from '../../../components/feedback/toast';
import type { ToastMessage } from '../../../components/feedback/toast-store';
import { MailText } from '../../../components/text/mail-text';
import { paths } from '../../../content/site/pages';
import { useRequestForm } from '../use-request-form';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { sessionStore } from '../../../session/browser-session';
import { passkeyMessage } from './passkey-sign-in';
import { welcome } from './welcome';

const words = auth.factor;
const linkStyle = 'min-h-6 text-left text-sm underline underline-offset-4';

type Method = 'passkey' | 'app' | 'recovery';

const switchTo: Readonly<Record<Method, string>> = {
  passkey: words.byPasskey,
  app: words.byApp,
  recovery: words.byRecoveryCode,
};

function methodsOf({ factors, options }: FactorRequired): readonly Method[] {
  const has = (type: string) => factors.some(({ factor_type }) => factor_type === type);
  return [
    ...(has('passkey') && options !== null && passkeysWork() ? (['passkey'] as const) : []),
    ...(has('totp') ? (['app'] as const) : []),
    'recovery',
  ];
}

type Props = {
  step: FactorRequired;
  onBack(): void;
};

export function SecondStep({ step, onBack }: Props) {
  const [methods] = useState(() => methodsOf(step));
  const [by, setBy] = useState<Method>(methods[0] ?? 'recovery');
  const [over, setOver] = useState(false);
  const answer = { step, onBack, onOver: () => setOver(true) };
  return (
    <div className="space-y-5">
      <h2 className="text-xl">{words.title}</h2>
      {by === 'passkey' ? (
        <FactorPasskey {...answer} />
      ) : (
        <FactorForm key={by} by={by} {...answer} />
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        {methods
          .filter((method) => method !== by)
          .map((method) => (
            <button key={method} type="button" className={linkStyle} onClick={() => setBy(method)}>
              {switchTo[method]}
            </button>
          ))}
        {!over && (
          <button type="button" className={linkStyle} onClick={onBack}>
            {words.back}
          </button>
        )}
      </p>
    </div>
  );
}

type AnswerProps = {
  step: FactorRequired;
  onBack(): void;
  /** The challenge has expired. */
  onOver(): void;
};

/** The second step with a passkey. Browsers ask for a passkey only after a press. */
function FactorPasskey({ step, onBack, onOver }: AnswerProps) {
  const [over, setOver] = useState(false);
  const { busy, outcome, act } = useAct((cause) => {
    if (codeOf(cause) === 'challenge_expired') {
      setOver(true);
      onOver();
    }
    return passkeyMessage(cause);
  });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);

  const answer = async () => {
    const credential = await askPasskey(step.options ?? {});
    const request = { challenge_token: step.challenge_token, credential };
    await sessionStore.signIn(() => createSessionByFactor(request));
    showToast(welcome());
  };

  return (
    <>
      <p className="text-muted">{words.passkeyIntroduction}</p>
      <Button
        ref={button}
        busy={busy}
        className="w-full"
        onClick={over ? onBack : () => void act(answer)}
      >
        {over ? words.again : busy ? auth.passkey.waiting : words.passkey}
      </Button>
      {outcome !== null && <Alert variant="destructive">{outcome}</Alert>}
    </>
  );
}

const schema = z.object({ factorId: z.string(), code: requiredText(words.missing) });

/** Names what is left of the second step, and where to replace a lost one. */
async function afterRecovery(): Promise<ToastMessage> {
  const left = await listFactors().then(
    ({ recovery_codes_left: count }) => count,
    () => null,
  );
  const toast = welcome();
  return {
    ...toast,
    description: `${toast.description} ${words.recovered(left)}`,
    action: { label: words.replace, to: `${paths.account}#two-step` },
  };
}

type FormProps = AnswerProps & { by: 'app' | 'recovery' };

/** The second step with a code from the authenticator app or a recovery code. */
function FactorForm({ step, by, onBack, onOver }: FormProps) {
  const apps = step.factors.filter(({ factor_type }) => factor_type === 'totp');
  const { form, busy, field, failure, onSubmit } = useRequestForm(schema, {
    defaultValues: { factorId: apps[0]?.id ?? '', code: '' },
    limited: words.limited,
  });
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

  const submit = onSubmit(
    async ({ factorId, code }) => {
      await sessionStore.signIn(() => createSessionByFactor(answer(factorId, code)));
      showToast(by === 'app' ? welcome() : await afterRecovery());
    },
    ({ code }) => {
      if (code === 'challenge_expired') {
        setOver(true);
        onOver();
      }
      setFocus('code', { shouldSelect: true });
    },
  );

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
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
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
