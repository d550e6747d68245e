/** The Sign In tab: with the password, or with a code from a mail. */
import { useState } from 'react';
import { CodeForm } from './code-form';
import { SignInForm } from './sign-in-form';

export function SignInPanel() {
  const [by, setBy] = useState<'password' | 'code'>('password');
  /** What was typed in the form before; null for the first one. */
  const [email, setEmail] = useState<string | null>(null);
  const change = (to: typeof by) => (typed: string) => {
    setEmail(typed);
    setBy(to);
  };
  return by === 'password' ? (
    <SignInForm email={email} onByCode={change('code')} />
  ) : (
    <CodeForm email={email ?? ''} onByPassword={change('password')} />
  );
}
