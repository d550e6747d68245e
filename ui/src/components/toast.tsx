/**
 * Short messages at the screen's edge, read out politely. They leave by themselves, but not while the
 * pointer or the focus is on them. Mounted once by the root layout; raise one with `showToast`.
 */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { controls } from '../content/controls';
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from './toast-store';

export { showToast } from './toast-store';

export const TOAST_STAYS_MS = 7000;

const looks = {
  success: { edge: 'border-l-success', ink: 'text-success', Icon: CircleCheck },
  destructive: { edge: 'border-l-error', ink: 'text-error', Icon: CircleAlert },
  info: { edge: 'border-l-ink', ink: 'text-ink', Icon: Info },
} as const;

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_STAYS_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id]);

  const { edge, ink, Icon } = looks[toast.variant ?? 'info'];
  return (
    <li
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`pointer-events-auto flex gap-3 rounded-md border border-l-4 border-sand-deep bg-white py-3 pr-2 pl-4 shadow-page short:py-1 short:text-sm ${edge}`}
    >
      <Icon aria-hidden="true" className={`mt-1 size-5 shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1 break-words short:leading-tight">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && (
          <p className="text-[0.95rem] text-muted short:text-sm">{toast.description}</p>
        )}
        {toast.action && (
          <Link
            to={toast.action.to}
            onClick={() => dismissToast(toast.id)}
            className="mt-1 inline-block font-semibold text-clay underline underline-offset-4"
          >
            {toast.action.label}
          </Link>
        )}
      </div>
      <button
        type="button"
        aria-label={controls.dismiss}
        onClick={() => dismissToast(toast.id)}
        className="flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:bg-sand hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  return (
    <div
      role="status"
      aria-live="polite"
      aria-atomic="false"
      aria-label={controls.notifications}
      data-print="hide"
      // Away from where one has just pressed: at the left, for rows and sheets have their buttons at the right; at the
      // top of a phone, where forms and cards have theirs at the end.
      className="pointer-events-none fixed inset-x-4 top-18 z-[60] sm:top-auto sm:right-auto sm:bottom-4 sm:w-96 short:inset-x-2 short:bottom-2"
    >
      <ul className="space-y-3 short:space-y-1">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </div>
  );
}
