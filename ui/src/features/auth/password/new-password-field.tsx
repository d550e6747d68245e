/**
 * The field for a new password, and its five rules. The rules below it describe the field to screen readers. The server
 * applies the same rules and a few more.
 */
import { Check, Circle } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form';
import { ApiProblem } from '../../../api/errors';
import { PasswordField } from '../../../components/forms/password-field';
import { auth } from '../../../content/account/auth';

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

type PasswordRule = keyof typeof rules;

const PASSWORD_RULES = Object.keys(rules) as readonly PasswordRule[];

/** Normalized as on the server, so that an accent is part of its letter. */
export const metRules = (password: string): readonly PasswordRule[] =>
  PASSWORD_RULES.filter((rule) => rules[rule](password.normalize('NFC')));

/** Four of the five rules are enough. */
export const isAcceptable = (password: string): boolean => metRules(password).length >= 4;

/** Throws what the server's refusal would be. */
export function refuseWeak(password: string): void {
  if (isAcceptable(password)) return;
  const fault = { kind: 'weak-password', reasons: [] } as const;
  throw new ApiProblem(fault, auth.signUp.unacceptablePassword, 'weak_password');
}

type Props<Values extends FieldValues> = ComponentProps<typeof PasswordField> & {
  control: Control<Values>;
  name: Path<Values>;
};

export function NewPasswordField<Values extends FieldValues>({ control, ...field }: Props<Values>) {
  const rulesId = useId();
  const password = useWatch({ control, name: field.name });
  return (
    <>
      <PasswordField autoComplete="new-password" aria-describedby={rulesId} required {...field} />
      <StrengthMeter id={rulesId} password={password} />
    </>
  );
}

const tints = ['bg-error', 'bg-error', 'bg-clay', 'bg-gold', 'bg-success', 'bg-success'] as const;

/** `id` is the id of the rules. */
function StrengthMeter({ id, password }: { id: string; password: string }) {
  const met = metRules(password);
  const { strength } = auth;
  return (
    <div className="space-y-2 text-sm">
      <div aria-hidden="true" className="flex gap-1">
        {PASSWORD_RULES.map((rule, position) => (
          <span
            key={rule}
            className={`h-1.5 flex-1 rounded-full forced-colors:border ${position < met.length ? `${tints[met.length]} forced-colors:bg-[Highlight] forced-color-adjust-none` : 'bg-sand'}`}
          />
        ))}
      </div>
      <output className="block">
        <span>{strength.label}</span>
        {password !== '' && (
          <span>
            : <strong>{strength.labels[met.length]}</strong>
          </span>
        )}
      </output>
      <div id={id} className="space-y-2">
        <p className="text-muted">{strength.hint}</p>
        <ul className="grid gap-1">
          {PASSWORD_RULES.map((rule) => {
            const isMet = met.includes(rule);
            const Icon = isMet ? Check : Circle;
            return (
              <li
                key={rule}
                className={`flex items-start gap-2 ${isMet ? 'text-success' : 'text-muted'}`}
              >
                <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span>
                  {strength.rules[rule]}
                  <span className="sr-only">{` (${isMet ? strength.met : strength.unmet})`}</span>
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
