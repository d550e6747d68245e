/** The Sign In tab: with the password, or with a code from a mail; then the second step, where the account has one. */
import { useState } from 'react';
import type { FactorRequired } from '../../api/sessions';
import { CodeForm } from './code-form';
import { SecondStep } from './second-step';
import { SignInForm } from './sign-in-form';

export function SignInPanel() {
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
  if (second !== null) {
    return (
      <SecondStep
        step={second}
        onBack={() => {
          setSecond(null);
          setBy('password');
        }}
      />
    );
  }
  return by === 'password' ? (
    <SignInForm email={email} onByCode={change('code')} onSecondStep={ask} />
  ) : (
    <CodeForm email={email ?? ''} onByPassword={change('password')} onSecondStep={ask} />
  );
}
