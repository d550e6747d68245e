/**
 * A modal dialog: traps the focus, closes on Escape and on the overlay, names itself by its title.
 * Without `onOpenChange` only its own buttons close it: for what would be lost by a slip.
 * Set `finalFocus` where it was not opened by a click: there is no trigger to return the focus to.
 */
import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { controls } from '../content/site/controls';
import { classNames } from '../lib/class-names';
import { Toaster } from './toast';

export interface DialogProps {
  open: boolean;
  onOpenChange?: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons along the lower edge. */
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: () => HTMLElement | null;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  initialFocus,
  finalFocus,
}: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  /** The first control, like Radix; the title if the dialog scrolls, since the control may be out of view. */
  const focusFirst = (event: Event) => {
    const box = heading.current?.parentElement;
    const scrolls = box && box.scrollHeight > box.clientHeight;
    const target = initialFocus?.current ?? (scrolls ? heading.current : null);
    if (!target) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-ink-deep/60" data-print="hide" />
        <RadixDialog.Content
          // Radix warns unless a dialog without a description says so explicitly.
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={(event) => {
            const target = finalFocus?.();
            if (!target) return;
            event.preventDefault();
            target.focus();
          }}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2',
            'flex-col overflow-y-auto overscroll-contain rounded-lg border border-sand-deep bg-white p-6 shadow-page sm:p-8 short:max-h-[calc(100dvh-1rem)] short:p-4',
            'print:static print:max-h-none print:w-full print:translate-x-0 print:translate-y-0 print:border-0 print:p-0',
            'max-w-lg',
          )}
        >
          <RadixDialog.Title
            ref={heading}
            tabIndex={-1}
            className="pr-10 text-2xl sm:text-3xl short:text-xl"
          >
            {title}
          </RadixDialog.Title>
          {description !== undefined && (
            <RadixDialog.Description className="mt-3 text-muted short:mt-1 short:leading-snug">
              {description}
            </RadixDialog.Description>
          )}
          {children && <div className="mt-5">{children}</div>}
          {actions && (
            <div className="mt-7 flex flex-wrap justify-end gap-3 short:mt-4" data-print="hide">
              {actions}
            </div>
          )}
          <Toaster inDialog />
          {onOpenChange && (
            <RadixDialog.Close
              aria-label={controls.close}
              data-print="hide"
              className="absolute top-4 right-4 short:top-2 short:right-2 flex size-10 items-center justify-center rounded-full text-muted hover:bg-sand hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </RadixDialog.Close>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
