/**
 * `announce('Feature name')` opens the dialog 'Feature Coming Soon', and `dialog` belongs into the page once. The
 * dialog's code is fetched when a button is pointed at or focused.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { showToast } from '../../components/feedback/toast-store';
import { comingSoon } from '../../content/site/coming-soon';
import type { ComingSoonDialogProps } from './coming-soon-dialog';

const loadDialog = async () => (await import('./coming-soon-dialog')).ComingSoonDialog;

function buttonAt({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest('button') : null;
}

/** The button pressed last. Some browsers do not focus a clicked button. */
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
    const approach = (event: Event) => {
      if (!buttonAt(event)) return;
      leave();
      // Only a head start: pressing the button fetches again and reports a failure.
      loadDialog().catch(() => undefined);
    };
    const leave = () => {
      document.removeEventListener('pointerover', approach);
      document.removeEventListener('focusin', approach);
    };
    document.addEventListener('pointerover', approach, { passive: true });
    document.addEventListener('focusin', approach);
    return leave;
  }, []);
}

interface Announced extends Pick<ComingSoonDialogProps, 'feature' | 'opener'> {
  Dialog: Awaited<ReturnType<typeof loadDialog>>;
}

/** `note` is shown below the dialog's text. */
export function useComingSoon(note?: ReactNode): {
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
      note={note}
      onClose={() => setAnnounced(undefined)}
    />
  );
  return { announce, dialog };
}
