/** The card is loaded after the first interaction, because few visits show a toast. */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { controls } from '../../content/site/controls';
import { dismissToast, holdToast, type Toast } from './toast-store';

export const TOAST_STAYS_MS = 7000;

const looks = {
  success: { edge: 'border-l-success', ink: 'text-success', Icon: CircleCheck },
  destructive: { edge: 'border-l-error', ink: 'text-error', Icon: CircleAlert },
  info: { edge: 'border-l-ink', ink: 'text-ink', Icon: Info },
} as const;

/** Keeps a toast in the visual viewport, which a phone's on-screen keyboard shrinks, and the focused element visible. */
function useToastPlace(cardRef: RefObject<HTMLElement | null>, toast: number | undefined) {
  useEffect(() => {
    const element = cardRef.current;
    if (toast === undefined || element === null) return;
    const root = document.documentElement;
    const view = window.visualViewport;
    const move = () => {
      const above = view?.offsetTop ?? 0;
      const below = view ? root.clientHeight - view.height - above : 0;
      element.style.marginTop = `${above}px`;
      element.style.marginBottom = `${Math.max(0, below)}px`;
    };
    move();
    view?.addEventListener('resize', move);
    view?.addEventListener('scroll', move);

    const { top, bottom } = element.getBoundingClientRect();
    const room = root.clientHeight - bottom;
    const isAbove = top < room;
    if (isAbove) root.style.scrollPaddingTop = `${bottom + top}px`;
    else root.style.scrollPaddingBottom = `${root.clientHeight - top + room}px`;
    const focused = document.activeElement;
    if (focused && focused !== document.body) {
      const { top: start, bottom: end } = focused.getBoundingClientRect();
      if (isAbove ? start < bottom : end > top) focused.scrollIntoView({ block: 'nearest' });
    }
    return () => {
      view?.removeEventListener('resize', move);
      view?.removeEventListener('scroll', move);
      root.style.scrollPaddingTop = '';
      root.style.scrollPaddingBottom = '';
    };
  }, [cardRef, toast]);
}

export function ToastCard({ toast, inDialog }: { toast: Toast; inDialog: boolean }) {
  const card = useRef<HTMLDivElement>(null);
  useToastPlace(card, inDialog ? undefined : toast.id);
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = hasPointer || hasFocus;
  const leads = toast.action !== undefined;
  useEffect(() => {
    if (isHeld) return holdToast();
    // A toast with a link stays until it is followed, dismissed or replaced.
    if (leads) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_STAYS_MS);
    return () => clearTimeout(timer);
  }, [isHeld, leads, toast.id]);

  const before = useRef<Element>(null);
  const dismiss = () => {
    dismissToast(toast.id);
    if (!hasFocus) return;
    const target = before.current?.isConnected ? before.current : document.querySelector('main');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };

  const { edge, ink, Icon } = looks[toast.variant ?? 'info'];
  return (
    <div
      ref={card}
      data-toast
      onMouseEnter={() => setHasPointer(true)}
      onMouseLeave={() => setHasPointer(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHasFocus(true);
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setHasFocus(false);
      }}
      className={`pointer-events-auto mx-auto flex w-fit max-w-2xl min-w-[min(100%,24rem)] gap-3 rounded-md ${inDialog ? '' : 'lg:mr-0 lg:max-w-sm'} border border-l-4 border-sand-deep bg-white py-2 pr-2 pl-4 shadow-page short:py-1 short:text-sm ${edge}`}
    >
      <Icon aria-hidden="true" className={`mt-2 size-5 shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1 self-center break-words short:leading-tight">
        <p className="mr-2 font-semibold sm:inline">{toast.title}</p>
        {toast.description && (
          <p className="text-[0.95rem] text-muted sm:inline short:text-sm">{toast.description}</p>
        )}
        {toast.action && (
          <Link
            to={toast.action.to}
            onClick={() => dismissToast(toast.id)}
            className="mt-1 inline-block font-semibold text-clay underline underline-offset-4 sm:ml-2"
          >
            {toast.action.label}
          </Link>
        )}
      </div>
      <button
        type="button"
        aria-label={controls.dismiss}
        onClick={dismiss}
        className="flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:bg-sand hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
