/**
 * A modal dialog at the right edge for long content, which scrolls between the header and the footer. On a phone it fills
 * the screen, and the footer is at the end of the content. The content has the initial focus.
 */
import * as RadixDialog from '@radix-ui/react-dialog';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Toaster } from '../feedback/toast';
import { CloseButton, Modal } from './modal';

export function SideSheet(props: {
  onClose: () => void;
  title: string;
  lead?: ReactNode;
  about?: ReactNode;
  toolbar?: ReactNode;
  /** Label of the scrollable content. */
  label: string;
  content: RefObject<HTMLDivElement | null>;
  children: ReactNode;
  footer?: ReactNode;
  finalFocus: () => HTMLElement | null;
  onKeyDown?: (event: KeyboardEvent) => void;
}) {
  const { onClose, title, lead, about, toolbar, label, content, children, footer } = props;
  return (
    <Modal
      onClose={onClose}
      finalFocus={props.finalFocus}
      // Without a description Radix warns unless the attribute is undefined.
      aria-describedby={undefined}
      onKeyDown={props.onKeyDown}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        content.current?.focus();
      }}
      className="fixed inset-y-0 right-0 z-50 flex w-full flex-col bg-white shadow-page max-md:overflow-y-auto max-md:overscroll-contain md:max-w-160 md:border-l md:border-sand-deep print:static print:block print:max-w-none print:overflow-visible print:border-0 print:shadow-none"
    >
      <div className="shrink-0 border-b border-sand px-5 py-3 md:px-8 print:border-0 print:px-0">
        {/* As high as a name with most facts about it, so that they move nothing when they have loaded. */}
        <div className="flex min-h-30 items-start gap-3 md:min-h-23 md:gap-4 print:min-h-0">
          {lead}
          <div className="min-w-0 grow">
            <RadixDialog.Title className="pt-1 text-xl wrap-anywhere md:text-2xl">
              {title}
            </RadixDialog.Title>
            {about}
          </div>
          <CloseButton className="-mr-2 shrink-0" />
        </div>
        {toolbar}
      </div>
      <div
        ref={content}
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard cannot scroll a region without controls otherwise
        tabIndex={0}
        className="px-5 py-5 focus-visible:-outline-offset-3 md:min-h-0 md:grow md:overflow-y-auto md:overscroll-contain md:px-8 print:overflow-visible print:px-0"
      >
        {children}
      </div>
      <Toaster inDialog />
      {footer !== undefined && (
        <div
          className="shrink-0 border-t border-sand bg-paper px-5 py-4 md:px-8 short:overflow-y-auto"
          data-print="hide"
        >
          {footer}
        </div>
      )}
    </Modal>
  );
}
