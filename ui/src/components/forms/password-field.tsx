/**
 * A password input with a show/hide button. Submitting the form hides the password, so that it does not stay readable and
 * browsers offer to save it.
 */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { controls } from '../../content/site/controls';
import { classNames } from '../../lib/class-names';
import { controlClasses, FieldFrame, type FieldTexts, useField } from './field-frame';

export function PasswordField(props: Omit<ComponentProps<'input'>, 'type'> & FieldTexts) {
  const { frame, control } = useField(props);
  const [shown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The caller may use the ref of the input, so the button looks up the form.
    const form = toggle.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...control}
          type={shown ? 'text' : 'password'}
          className={classNames(controlClasses, 'pr-12')}
        />
        <button
          ref={toggle}
          type="button"
          aria-controls={frame.id}
          aria-label={shown ? controls.hidePassword : controls.showPassword}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-r-md text-muted hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      </div>
    </FieldFrame>
  );
}

/**
 * The account's email address in a form with a password, for password managers. It is visually hidden, because they
 * ignore elements that are not displayed.
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

export type PasswordlessWords = { none: string; instead: string; back: string };

/** Switches between a field for the current password and the alternative for accounts without a password. */
export function PasswordlessToggle(props: {
  /** `words.instead` replaces the field. */
  chosen: boolean;
  onChange: (chosen: boolean) => void;
  words: PasswordlessWords;
}) {
  const { chosen, onChange, words } = props;
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
