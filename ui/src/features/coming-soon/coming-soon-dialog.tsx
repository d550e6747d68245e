import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/controls/button';
import { Dialog } from '../../components/dialogs/dialog';
import { comingSoon } from '../../content/site/coming-soon';

export interface ComingSoonDialogProps {
  feature: string | undefined;
  note?: ReactNode;
  onClose: () => void;
  /** The button that opened the dialog. */
  opener: HTMLElement | null;
}

/** A tab without history has no page to go back to. */
function goBack(): void {
  if (window.history.length > 1) window.history.back();
}

export function ComingSoonDialog({ feature, note, onClose, opener }: ComingSoonDialogProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      onClose={onClose}
      title={comingSoon.title}
      description={
        <>
          <span>{comingSoon.text}</span>
          {feature !== undefined && (
            <>
              {' '}
              <span className="mt-2 block">{comingSoon.soon(feature)}</span>
            </>
          )}
        </>
      }
      initialFocus={first}
      finalFocus={() => opener}
      actions={
        <>
          <Button
            ref={first}
            onClick={() => {
              onClose();
              goBack();
            }}
          >
            {comingSoon.goBack}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {comingSoon.stay}
          </Button>
        </>
      }
    >
      {note}
    </Dialog>
  );
}
