import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from '../../lib/class-names';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive' | 'gold';
export type ButtonSize = 'small' | 'medium' | 'large';

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border text-center font-semibold leading-tight text-balance no-underline ' +
  'transition-[background-color,border-color,color] disabled:cursor-not-allowed disabled:opacity-55 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-55';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-ink bg-ink text-white live:bg-ink-deep',
  secondary: 'border-ink bg-transparent text-ink live:bg-sand',
  ghost: 'border-transparent bg-transparent text-ink live:bg-sand',
  destructive: 'border-error bg-white text-error live:bg-error live:text-white',
  gold: 'border-gold bg-gold text-ink-deep live:bg-honey',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1.5 text-sm',
  medium: 'min-h-11 px-5 py-2.5 text-base',
  // On a phone it fills the column.
  large: 'min-h-13 w-full px-7 py-3 text-lg sm:w-auto',
};

/** For elements that another library renders. */
export function buttonClasses(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
): string {
  return classNames(base, variants[variant], sizes[size]);
}

interface Appearance {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export type ButtonProps = ComponentProps<'button'> &
  Appearance & {
    /** While the action is in progress, another press does nothing and the button keeps the focus. */
    busy?: boolean;
  };

/**
 * The default type is `button`, so that only an explicit submit button submits a form. With `aria-disabled` a press does
 * nothing, as with `disabled`, but the button keeps the focus. Printing hides the button unless `data-print` is set to
 * undefined.
 */
export function Button(props: ButtonProps) {
  const { variant, size, className, type = 'button', busy = false, onClick, ...rest } = props;
  const inactive = busy || rest['aria-disabled'] === true;
  return (
    <button
      type={type}
      data-print="hide"
      className={classNames(
        buttonClasses(variant, size),
        busy && 'aria-disabled:cursor-progress aria-disabled:opacity-70',
        className,
      )}
      {...rest}
      aria-disabled={inactive || undefined}
      onClick={(event) => {
        // Prevents the submission of the form.
        if (inactive) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

export function LinkButton({ variant, size, className, ...rest }: LinkProps & Appearance) {
  return (
    <Link
      data-print="hide"
      className={classNames(buttonClasses(variant, size), className)}
      {...rest}
    />
  );
}

type InertButtonProps = Omit<ButtonProps, 'onClick' | 'type'> & {
  /** Omits the button's classes. */
  plain?: boolean;
};

/** A focusable button without an action (docs/product.md, 2.4). */
export function InertButton({ plain = false, variant, size, ...rest }: InertButtonProps) {
  if (plain) return <button type="button" data-print="hide" {...rest} />;
  return <Button variant={variant} size={size} {...rest} />;
}
