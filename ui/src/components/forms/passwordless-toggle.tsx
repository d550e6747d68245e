/** Below a field for the present password: a way on for an account that has none, and the way back. */

export interface PasswordlessToggleProps {
  /** The field is gone, and `words.instead` stands in its place. */
  chosen: boolean;
  onChange: (chosen: boolean) => void;
  words: { none: string; instead: string; back: string };
}

export function PasswordlessToggle({ chosen, onChange, words }: PasswordlessToggleProps) {
  return (
    <div className="text-sm">
      <p aria-live="polite" className={chosen ? 'mb-2' : 'sr-only'}>
        {chosen ? words.instead : ''}
      </p>
      <button
        type="button"
        className="min-h-6 text-left underline underline-offset-4"
        onClick={() => onChange(!chosen)}
      >
        {chosen ? words.back : words.none}
      </button>
    </div>
  );
}
