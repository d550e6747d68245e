/** The five password rules. The server applies the same rules and a few more. */

/** The symbols of docs/product.md, 3.2. */
const SYMBOLS = '!@#$%^&*(),.?":{}|<>';

const rules = {
  lowercase: (password: string) => /[a-z]/.test(password),
  uppercase: (password: string) => /[A-Z]/.test(password),
  number: (password: string) => /[0-9]/.test(password),
  symbol: (password: string) => [...password].some((character) => SYMBOLS.includes(character)),
  // Counted in code points, as on the server.
  length: (password: string) => [...password].length >= 8,
};

export type PasswordRule = keyof typeof rules;

export const PASSWORD_RULES: readonly PasswordRule[] = [
  'lowercase',
  'uppercase',
  'number',
  'symbol',
  'length',
];

/** Normalized as on the server, so that an accent is part of its letter. */
export const metRules = (password: string): readonly PasswordRule[] =>
  PASSWORD_RULES.filter((rule) => rules[rule](password.normalize('NFC')));

/** Four of the five rules are enough. */
export const isAcceptable = (password: string): boolean => metRules(password).length >= 4;
