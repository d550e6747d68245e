/**
 * `announce('Feature name')` opens the dialog 'Feature Coming Soon'. The page renders `dialog` once. Hovering or focusing a
 * button fetches the code of the dialog.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { showToast } from '../../components/feedback/toast-store';
import { comingSoon } from '../../content/site/coming-soon';
import type { ComingSoonDialogProps } from './coming-soon-dialog';

const loadDialog = async () => (await import('./coming-soon-dialog')).ComingSoonDialog;

const buttonAt = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest('button') : null;

interface Announced extends Pick<ComingSoonDialogProps, 'feature' | 'opener'> {
  Dialog: Awaited<ReturnType<typeof loadDialog>>;
}

export function useComingSoon(instead: ComingSoonDialogProps['instead']): {
  announce: (feature: string) => void;
  dialog: ReactNode;
} {
  /** The last pressed button. Some browsers do not focus it. */
  const pressed = useRef<HTMLElement>(null);
  const [announced, setAnnounced] = useState<Announced>();
  useEffect(() => {
    const prefetch = (event: Event) => {
      // Pressing the button fetches again and reports a failure.
      if (buttonAt(event)) loadDialog().catch(() => undefined);
    };
    const press = (event: Event) => {
      pressed.current = buttonAt(event);
    };
    const unmount = new AbortController();
    const { signal } = unmount;
    document.addEventListener('pointerover', prefetch, { passive: true, signal });
    document.addEventListener('focusin', prefetch, { signal });
    document.addEventListener('click', press, { capture: true, signal });
    return () => unmount.abort();
  }, []);

  const announce = (feature: string) => {
    const opener = pressed.current;
    loadDialog()
      .then((Dialog) => setAnnounced({ Dialog, feature, opener }))
      .catch((cause: unknown) => {
        console.warn('The dialog could not be loaded.', cause);
        showToast({ title: comingSoon.title, description: comingSoon.text });
      });
  };

  const dialog = announced && (
    <announced.Dialog
      feature={announced.feature}
      opener={announced.opener}
      instead={instead}
      onClose={() => setAnnounced(undefined)}
    />
  );
  return { announce, dialog };
}
