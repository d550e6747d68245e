/** The five password rules and what they add up to. Pure; the server applies the same rules and a few more. */

/** Exactly the symbols of the specification. */
const SYMBOLS = '!@#$%^&*(),.?":{}|<>';

const rules = {
  lowercase: (password: string) => /[a-z]/.test(password),
  uppercase: (password: string) => /[A-Z]/.test(password),
  number: (password: string) => /[0-9]/.test(password),
  symbol: (password: string) => [...password].some((character) => SYMBOLS.includes(character)),
  // Code points, as the server counts: an emoji is one character.
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

/** Accents count as the server counts them: composed with their letter, however the keyboard sent them. */
export const metRules = (password: string): readonly PasswordRule[] =>
  PASSWORD_RULES.filter((rule) => rules[rule](password.normalize('NFC')));

/** At least four of the five. */
export const isAcceptable = (password: string): boolean => metRules(password).length >= 4;
