/**
 * Stands in for the package react-remove-scroll below Radix's dialogs and menus (see vite.config.ts): it
 * injects no style. Radix renders it around a single element and passes props that matter only to the
 * original's own way of locking.
 */
import { type ReactNode, useLayoutEffect } from 'react';
import { lockScroll } from './scroll-lock';

export function RemoveScroll({
  enabled = true,
  children,
}: {
  enabled?: boolean;
  children?: ReactNode;
}) {
  useLayoutEffect(() => (enabled ? lockScroll() : undefined), [enabled]);
  return <>{children}</>;
}
