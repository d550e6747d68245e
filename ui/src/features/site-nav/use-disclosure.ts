/**
 * Opening and closing of one header menu: by its button, by hovering for a moment, by Escape (which gives the
 * focus back to the button, if it was in the menu), by a press or the focus elsewhere, by following a link. The button
 * stands directly in the menu's container.
 */
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

export const HOVER_DELAY_MS = 100;

/** Only one menu is open at a time: two would overlap. */
let closeOpenMenu: (() => void) | null = null;

export function useDisclosure() {
  /** The first press keeps a hovered menu open; the next one closes it. */
  const [state, setState] = useState<'closed' | 'hovered' | 'pressed'>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { key } = useLocation();
  const open = state !== 'closed';

  const close = () => {
    clearTimeout(timer.current);
    setState('closed');
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(close, [key]);
  useEffect(() => {
    if (!open) return;
    closeOpenMenu?.();
    closeOpenMenu = close;
    const isInside = (node: Node | null) => button.current?.parentElement?.contains(node) === true;
    // On the document: Escape closes a hovered menu wherever the focus is.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      if (isInside(document.activeElement)) button.current?.focus();
    };
    // Safari does not focus pressed buttons and links, so focus events do not show a press outside.
    const closeOnPressOutside = ({ target }: Event) => {
      if (target instanceof Node && !isInside(target)) close();
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('pointerdown', closeOnPressOutside, true);
    return () => {
      if (closeOpenMenu === close) closeOpenMenu = null;
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('pointerdown', closeOnPressOutside, true);
    };
  }, [open]);

  const soon = (change: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(change, HOVER_DELAY_MS);
  };

  return {
    open,
    button,
    toggle: () => {
      clearTimeout(timer.current);
      setState(state === 'pressed' ? 'closed' : 'pressed');
    },
    close,
    container: {
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        // Safari moves it to nothing when a link of the menu is pressed. The link must stay for the click.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      },
    },
    /** For menus that also open on hover. A touch is no hover. */
    hover: {
      onPointerEnter: (event: { pointerType: string }) => {
        if (event.pointerType === 'touch') return;
        soon(() => setState((now) => (now === 'closed' ? 'hovered' : now)));
      },
      onPointerLeave: (event: { pointerType: string }) => {
        if (event.pointerType !== 'touch') soon(close);
      },
    },
  };
}
