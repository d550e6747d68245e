/**
 * A modal dialog: traps the focus, closes on Escape and on the overlay, names itself by its title.
 * Where nothing opened it by a click, set `finalFocus`: there is no trigger to return to.
 */
import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '../lib/class-names';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons along the lower edge. */
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: () => HTMLElement | null;
  closeLabel?: string;
  wide?: boolean;
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
  closeLabel = 'Close',
  wide = false,
}: DialogProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-ink-deep/60" data-print="hide" />
        <RadixDialog.Content
          // Radix warns unless a dialog without a description says so explicitly.
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          onCloseAutoFocus={(event) => {
            const target = finalFocus?.();
            if (!target) return;
            event.preventDefault();
            target.focus();
          }}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2',
            'flex-col overflow-y-auto overscroll-contain rounded-lg border border-sand-deep bg-white p-6 shadow-page sm:p-8',
            'print:static print:max-h-none print:w-full print:translate-x-0 print:translate-y-0 print:border-0 print:p-0',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <RadixDialog.Title className="pr-10 text-2xl sm:text-3xl">{title}</RadixDialog.Title>
          {description !== undefined && (
            <RadixDialog.Description className="mt-3 text-muted">
              {description}
            </RadixDialog.Description>
          )}
          {children && <div className="mt-5">{children}</div>}
          {actions && (
            <div className="mt-7 flex flex-wrap justify-end gap-3" data-print="hide">
              {actions}
            </div>
          )}
          <RadixDialog.Close
            aria-label={closeLabel}
            data-print="hide"
            className="absolute top-4 right-4 flex size-10 items-center justify-center rounded-full text-muted hover:bg-sand hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
