/** Switches between a field for the current password and the alternative for accounts without a password. */
export type PasswordlessWords = { none: string; instead: string; back: string };

type Props = {
  /** `words.instead` replaces the field. */
  chosen: boolean;
  onChange: (chosen: boolean) => void;
  words: PasswordlessWords;
};

export function PasswordlessToggle({ chosen, onChange, words }: Props) {
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
