/** The dialog itself. Reached only through use-coming-soon, which loads it when it is first asked for. */
import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { comingSoon } from '../../content/site/coming-soon';

export interface ComingSoonDialogProps {
  /** What was asked for, where it has a name. */
  feature: string | undefined;
  /** What can be done today. */
  note?: ReactNode;
  onClose: () => void;
  /** The button that asked. */
  opener: HTMLElement | null;
}

/** A tab that has seen no other page has nowhere to go back to. */
function goBack(): void {
  if (window.history.length > 1) window.history.back();
}

export function ComingSoonDialog({ feature, note, onClose, opener }: ComingSoonDialogProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
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
