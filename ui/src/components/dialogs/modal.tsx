/** The base of all modal dialogs: overlay, focus trap, focus restoration, close button. */
import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controls } from '../../content/site/controls';
import { classNames } from '../../lib/class-names';

type ModalProps = ComponentProps<typeof RadixDialog.Content> & {
  /** Called by Escape, the overlay and the close button. */
  onClose: (() => void) | undefined;
  /** The element that gets the focus on closing, by default the trigger. */
  finalFocus?: (() => HTMLElement | null) | undefined;
};

export function Modal({ onClose, finalFocus, ...content }: ModalProps) {
  return (
    <RadixDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
    >
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-ink-deep/60" data-print="hide" />
        <RadixDialog.Content
          onCloseAutoFocus={(event) => {
            const target = finalFocus?.();
            if (!target) return;
            event.preventDefault();
            target.focus();
          }}
          {...content}
        />
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Outside a modal dialog. */
export function PlainCloseButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label={controls.close}
      data-print="hide"
      className={classNames(
        'flex size-10 items-center justify-center rounded-full text-muted hover:bg-sand hover:text-ink',
        className,
      )}
      {...rest}
    >
      <X aria-hidden="true" className="size-5" />
    </button>
  );
}

export const CloseButton = ({ className }: { className: string }) => (
  <RadixDialog.Close asChild>
    <PlainCloseButton className={className} />
  </RadixDialog.Close>
);
