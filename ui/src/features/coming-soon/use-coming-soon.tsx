/**
 * `announce('Feature name')` opens the dialog 'Feature Coming Soon'. The page renders `dialog` once. Hovering or focusing a
 * button fetches the code of the dialog.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { showToast } from '../../components/feedback/toast-store';
import { comingSoon } from '../../content/site/coming-soon';
import type { ComingSoonDialogProps } from './coming-soon-dialog';

const loadDialog = async () => (await import('./coming-soon-dialog')).ComingSoonDialog;

function buttonAt({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest('button') : null;
}

/** The last pressed button. Some browsers do not focus it. */
function usePressedButton() {
  const pressed = useRef<HTMLElement>(null);
  useEffect(() => {
    const press = (event: Event) => {
      pressed.current = buttonAt(event);
    };
    document.addEventListener('click', press, true);
    return () => document.removeEventListener('click', press, true);
  }, []);
  return pressed;
}

function usePrefetchedDialog(): void {
  useEffect(() => {
    const prefetch = (event: Event) => {
      if (!buttonAt(event)) return;
      stop();
      // Pressing the button fetches again and reports a failure.
      loadDialog().catch(() => undefined);
    };
    const stop = () => {
      document.removeEventListener('pointerover', prefetch);
      document.removeEventListener('focusin', prefetch);
    };
    document.addEventListener('pointerover', prefetch, { passive: true });
    document.addEventListener('focusin', prefetch);
    return stop;
  }, []);
}

interface Announced extends Pick<ComingSoonDialogProps, 'feature' | 'opener'> {
  Dialog: Awaited<ReturnType<typeof loadDialog>>;
}

export function useComingSoon(instead: ComingSoonDialogProps['instead']): {
  announce: (feature?: string) => void;
  dialog: ReactNode;
} {
  const pressed = usePressedButton();
  const [announced, setAnnounced] = useState<Announced>();
  usePrefetchedDialog();

  const announce = (feature?: string) => {
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
