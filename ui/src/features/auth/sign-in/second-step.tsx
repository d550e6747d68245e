/** The second step of signing in: a passkey, a code from the authenticator app, or one of the recovery codes. */
import { useState } from 'react';
import type { FactorRequired } from '../../../api/sessions';
import { auth } from '../../../content/account/auth';
import { passkeysWork } from '../../../lib/credentials/passkeys';
import { FactorForm } from './factor-form';
import { FactorPasskey } from './factor-passkey';

const words = auth.factor;
const quiet = 'min-h-6 text-left text-sm underline underline-offset-4';

type Way = 'passkey' | 'app' | 'recovery';

const TO: Readonly<Record<Way, string>> = {
  passkey: words.byPasskey,
  app: words.byApp,
  recovery: words.byRecoveryCode,
};

function waysOf({ factors, options }: FactorRequired): readonly Way[] {
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
  const [ways] = useState(() => waysOf(step));
  const [by, setBy] = useState<Way>(ways[0] ?? 'recovery');
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
        {ways
          .filter((way) => way !== by)
          .map((way) => (
            <button key={way} type="button" className={quiet} onClick={() => setBy(way)}>
              {TO[way]}
            </button>
          ))}
        {!over && (
          <button type="button" className={quiet} onClick={onBack}>
            {words.back}
          </button>
        )}
      </p>
    </div>
  );
}
