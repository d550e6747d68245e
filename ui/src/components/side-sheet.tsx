/**
 * A modal dialog at the right edge for long content to read: head and foot stay, the content between them scrolls. On a
 * phone it fills the screen, and the foot is at the end of the content. It takes the focus into the content.
 */
import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { controls } from '../content/site/controls';
import { Toaster } from './toast';

export interface SideSheetProps {
  onClose: () => void;
  title: string;
  /** A picture before the title. */
  lead?: ReactNode;
  /** Below the title. */
  about?: ReactNode;
  /** At the end of the head, such as the way to the next one. */
  tools?: ReactNode;
  /** Names the content, which can be scrolled by keyboard. */
  label: string;
  content: RefObject<HTMLDivElement | null>;
  children: ReactNode;
  foot?: ReactNode;
  finalFocus: () => HTMLElement | null;
  onKeyDown?: (event: KeyboardEvent) => void;
}

export function SideSheet({
  onClose,
  title,
  lead,
  about,
  tools,
  label,
  content,
  children,
  foot,
  finalFocus,
  onKeyDown,
}: SideSheetProps) {
  return (
    <RadixDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-ink-deep/60" data-print="hide" />
        <RadixDialog.Content
          // Radix warns unless a dialog without a description says so explicitly.
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            const target = finalFocus();
            if (target === null) return;
            event.preventDefault();
            target.focus();
          }}
          className="fixed inset-y-0 right-0 z-50 flex w-full flex-col bg-white shadow-page max-md:overflow-y-auto max-md:overscroll-contain md:max-w-160 md:border-l md:border-sand-deep print:static print:block print:max-w-none print:overflow-visible print:border-0 print:shadow-none"
        >
          <div className="shrink-0 border-b border-sand px-5 py-3 md:px-8 print:border-0 print:px-0">
            <div className="flex items-start gap-3 md:gap-4">
              {lead}
              <div className="min-w-0 grow">
                <RadixDialog.Title className="pt-1 text-xl wrap-anywhere md:text-2xl">
                  {title}
                </RadixDialog.Title>
                {about}
              </div>
              <RadixDialog.Close
                aria-label={controls.close}
                data-print="hide"
                className="-mr-2 flex size-10 shrink-0 items-center justify-center rounded-full text-muted hover:bg-sand hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </RadixDialog.Close>
            </div>
            {tools}
          </div>
          <div
            ref={content}
            role="region"
            aria-label={label}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region without controls is out of reach of the keyboard otherwise
            tabIndex={0}
            className="px-5 py-5 focus-visible:-outline-offset-3 md:min-h-0 md:grow md:overflow-y-auto md:overscroll-contain md:px-8 print:overflow-visible print:px-0"
          >
            {children}
          </div>
          <Toaster inDialog />
          {foot !== undefined && (
            <div
              className="shrink-0 border-t border-sand bg-paper px-5 py-4 md:px-8 short:overflow-y-auto"
              data-print="hide"
            >
              {foot}
            </div>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
