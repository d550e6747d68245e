/**
 * The address of the account in a form with a password, for password managers alone, which keep the two together. Visually
 * hidden: they pass over what is not displayed.
 */
export function UsernameField({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  );
}
