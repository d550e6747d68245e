/** Keeps the page behind a dialog or an open menu from scrolling. Locks nest. */
import { type ReactNode, useLayoutEffect } from 'react';

let locks = 0;

/** Whether a touch on the element scrolls a box inside the page. */
function scrollsInnerBox(target: EventTarget | null): boolean {
  let element = target instanceof Element ? target : null;
  for (; element && element !== document.body; element = element.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight) return true;
    if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) return true;
  }
  return false;
}

/** Safari on iOS scrolls the page on touch despite `overflow: hidden`. Two-finger touches can still zoom. */
function preventScroll(event: TouchEvent): void {
  if (event.touches.length === 1 && event.cancelable && !scrollsInnerBox(event.target))
    event.preventDefault();
}

/** Locks until the returned function is called. styles/base.css uses the attribute. */
export function lockScroll(): () => void {
  locks += 1;
  document.documentElement.setAttribute('data-scroll-locked', '');
  document.addEventListener('touchmove', preventScroll, { passive: false });
  return () => {
    locks -= 1;
    if (locks > 0) return;
    document.documentElement.removeAttribute('data-scroll-locked');
    document.removeEventListener('touchmove', preventScroll);
  };
}

/**
 * Replaces the package react-remove-scroll in Radix's dialogs (see vite.config.ts), because that package injects a
 * <style>. Radix also passes other props for it.
 */
export function RemoveScroll(props: { enabled?: boolean; children?: ReactNode }) {
  const { enabled = true, children } = props;
  useLayoutEffect(() => (enabled ? lockScroll() : undefined), [enabled]);
  return <>{children}</>;
}
