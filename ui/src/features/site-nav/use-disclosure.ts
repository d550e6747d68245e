/**
 * Opening and closing of one header menu: by its button, by hovering for a moment, by Escape (which gives the
 * focus back to the button), by leaving it, by following a link.
 */
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

export const HOVER_DELAY_MS = 100;

export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { key } = useLocation();

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    clearTimeout(timer.current);
    setOpen(false);
  }, [key]);

  const change = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  const changeSoon = (next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), HOVER_DELAY_MS);
  };

  return {
    open,
    button,
    toggle: () => change(!open),
    close: () => change(false),
    /** For the element around button and panel. */
    container: {
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) change(false);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        change(false);
        button.current?.focus();
      },
    },
    /** Added where hovering opens too; a finger's tap is no hover. */
    hover: {
      onPointerEnter: (event: { pointerType: string }) => {
        if (event.pointerType !== 'touch') changeSoon(true);
      },
      onPointerLeave: (event: { pointerType: string }) => {
        if (event.pointerType !== 'touch') changeSoon(false);
      },
    },
  };
}
