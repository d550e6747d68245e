/** The second step: a passkey, a code from the authenticator app, or a recovery code. */
import { useState } from 'react';
import type { FactorRequired } from '../../../api/sessions';
import { auth } from '../../../content/account/auth';
import { passkeysWork } from '../../../lib/credentials/passkeys';
import { FactorForm } from './factor-form';
import { FactorPasskey } from './factor-passkey';

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
