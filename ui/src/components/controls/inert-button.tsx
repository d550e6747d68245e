/**
 * The one button that does nothing. Every control the specification gives no action to is this one:
 * real, enabled and focusable, so that it can be wired in a single place once it has something to do.
 */
import { Button, type ButtonProps } from './button';

export type InertButtonProps = Omit<ButtonProps, 'onClick' | 'type'> & {
  /** Without the look of a button. */
  plain?: boolean;
};

export function InertButton({ plain = false, variant, size, ...rest }: InertButtonProps) {
  if (plain) return <button type="button" data-print="hide" {...rest} />;
  return <Button variant={variant} size={size} {...rest} />;
}
