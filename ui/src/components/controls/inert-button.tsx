/** A focusable button without an action (docs/product.md, 2.4). */
import { Button, type ButtonProps } from './button';

export type InertButtonProps = Omit<ButtonProps, 'onClick' | 'type'> & {
  /** Omits the button's classes. */
  plain?: boolean;
};

export function InertButton({ plain = false, variant, size, ...rest }: InertButtonProps) {
  if (plain) return <button type="button" data-print="hide" {...rest} />;
  return <Button variant={variant} size={size} {...rest} />;
}
