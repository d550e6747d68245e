/**
 * A password input with a show/hide button. It goes back to hidden when its form is submitted, so that a
 * password is never left readable on the screen (and browsers still offer to save it).
 */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { controls } from '../content/site/controls';
import { classNames } from '../lib/class-names';
import { controlClasses, describedBy, FieldFrame, type FieldTexts } from './field-frame';

export type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldTexts;

export function PasswordField({ label, hint, error, className, ...rest }: PasswordFieldProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  const [shown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The button belongs to the same form as the input, whose ref the caller may need for itself.
    const form = toggle.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={rest.required}
      className={className}
    >
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          {...describedBy(id, { hint, error }, rest['aria-describedby'])}
          id={id}
          type={shown ? 'text' : 'password'}
          className={classNames(controlClasses, 'pr-12')}
        />
        <button
          ref={toggle}
          type="button"
          aria-controls={id}
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
