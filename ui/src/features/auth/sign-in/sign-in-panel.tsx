/** The Sign In tab: with the password, or with a code from a mail; then the second step, where the account has one. */
import { type ReactNode, useState } from 'react';
import type { FactorRequired } from '../../../api/sessions';
import { CodeForm } from './code-form';
import { SecondStep } from './second-step';
import { SignInForm } from './sign-in-form';

type Props = {
  /** What stands below the password form. */
  otherWays?: ReactNode;
  /** The second step that one of the other ways asks for. */
  asked?: FactorRequired | null;
  /** Called when that step is given up. */
  onBack?(): void;
};

export function SignInPanel({ otherWays, asked = null, onBack }: Props) {
  const [by, setBy] = useState<'password' | 'code'>('password');
  /** What was typed in the form before; null for the first one. */
  const [email, setEmail] = useState<string | null>(null);
  const [second, setSecond] = useState<FactorRequired | null>(null);
  const change = (to: typeof by) => (typed: string) => {
    setEmail(typed);
    setBy(to);
  };
  const ask = (typed: string, step: FactorRequired) => {
    setEmail(typed);
    setSecond(step);
  };
  const step = asked ?? second;
  if (step !== null) {
    return (
      <SecondStep
        step={step}
        onBack={() => {
          onBack?.();
          setSecond(null);
          setBy('password');
        }}
      />
    );
  }
  return by === 'password' ? (
    <>
      <SignInForm email={email} onByCode={change('code')} onSecondStep={ask} />
      {otherWays}
    </>
  ) : (
    <CodeForm email={email ?? ''} onByPassword={change('password')} onSecondStep={ask} />
  );
}
