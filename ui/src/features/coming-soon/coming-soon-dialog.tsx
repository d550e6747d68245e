import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button';
import { Dialog } from '../../components/dialogs/dialog';
import { comingSoon } from '../../content/site/coming-soon';

export interface ComingSoonDialogProps {
  feature: string;
  /** What works today, with a filled button. */
  instead: ReactNode;
  onClose: () => void;
  /** The button that opened the dialog. */
  opener: HTMLElement | null;
}

/** A tab without history has no page to go back to. */
function goBack(): void {
  if (window.history.length > 1) window.history.back();
}

export function ComingSoonDialog({ feature, instead, onClose, opener }: ComingSoonDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={comingSoon.title}
      description={
        <>
          <span>{comingSoon.text}</span>{' '}
          <span className="mt-2 block">{comingSoon.soon(feature)}</span>
        </>
      }
      finalFocus={() => opener}
      actions={
        <>
          {/* The first button, because the dialog focuses it where the way that works is not known yet. */}
          <Button variant="ghost" onClick={onClose}>
            {comingSoon.stay}
          </Button>
          <Button
            variant="secondary"
            onClick={() => {
              onClose();
              goBack();
            }}
          >
            {comingSoon.goBack}
          </Button>
        </>
      }
    >
      {instead}
    </Dialog>
  );
}
