/**
 * Opens a menu through its button or on hover. The button, Escape, a link, or a press or focus elsewhere closes it. The
 * button is a child of the container.
 */
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

const HOVER_DELAY_MS = 100;

/** Closes the open menu when another one opens, because they would overlap. */
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
    // Listens on the document, because a hovered menu does not have the focus.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      if (isInside(document.activeElement)) button.current?.focus();
    };
    // Safari does not focus pressed buttons and links, so a press outside causes no focus event.
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
        // In Safari a pressed link of the menu gets no focus. The menu stays open for the click.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      },
    },
    /** For menus that open on hover. Touch events are ignored. */
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
