/** The Sign In tab: password or mailed code, then the second step. */
import { type ReactNode, useState } from 'react';
import type { FactorRequired } from '../../../api/sessions';
import { SignInCodeForm } from './sign-in-code-form';
import { SecondStep } from './second-step';
import { SignInForm } from './sign-in-form';

type Props = {
  /** The address from the previous page; may be empty. */
  email?: string;
  providerButtons?: ReactNode;
  /** The second step of a wallet sign-in. */
  asked?: FactorRequired | null;
  onBack?(): void;
};

export function SignInPanel({ email: known = '', providerButtons, asked = null, onBack }: Props) {
  const [by, setBy] = useState<'password' | 'code'>('password');
  /** The address from the previous form or page; null without one. */
  const [email, setEmail] = useState<string | null>(known || null);
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
      {providerButtons}
    </>
  ) : (
    <SignInCodeForm email={email ?? ''} onByPassword={change('password')} onSecondStep={ask} />
  );
}
