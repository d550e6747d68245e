/** The Sign In tab: with the password, or with a code from a mail. */
import { useState } from 'react';
import { CodeForm } from './code-form';
import { SignInForm } from './sign-in-form';

export function SignInPanel() {
  /** The address that was typed before; null for the password form. */
  const [byCode, setByCode] = useState<string | null>(null);
  return byCode === null ? (
    <SignInForm onByCode={setByCode} />
  ) : (
    <CodeForm email={byCode} onByPassword={() => setByCode(null)} />
  );
}
