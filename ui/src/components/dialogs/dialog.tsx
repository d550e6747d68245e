import * as RadixDialog from '@radix-ui/react-dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { classNames } from '../../lib/class-names';
import { Toaster } from '../feedback/toast';
import { CloseButton, Modal } from './modal';

export function Dialog(props: {
  /** Undefined if only the dialog's actions may close it. */
  onClose?: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: () => HTMLElement | null;
  /** As wide as the screen. */
  isWide?: boolean;
}) {
  const { onClose, title, description, children, actions, initialFocus, finalFocus, isWide } =
    props;
  const heading = useRef<HTMLHeadingElement>(null);

  /**
   * Focuses the link marked with `data-autofocus`, or the first control that is no link, as Radix does. In a dialog that
   * scrolls, where the control may be hidden, it focuses the title.
   */
  const focusFirst = (event: Event) => {
    const box = heading.current?.parentElement;
    const scrolls = box && box.scrollHeight > box.clientHeight;
    const marked = box?.querySelector<HTMLElement>(':not(.invisible) > [data-autofocus]');
    const target = initialFocus?.current ?? marked ?? (scrolls ? heading.current : null);
    if (!target) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <Modal
      onClose={onClose}
      finalFocus={finalFocus}
      // Without a description Radix warns unless the attribute is undefined.
      {...(description === undefined ? { 'aria-describedby': undefined } : {})}
      onOpenAutoFocus={focusFirst}
      className={classNames(
        'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2',
        'flex-col overflow-y-auto overscroll-contain rounded-lg border border-sand-deep bg-white p-6 shadow-page sm:p-8 short:max-h-[calc(100dvh-1rem)] short:p-4',
        'print:static print:max-h-none print:w-full print:translate-x-0 print:translate-y-0 print:border-0 print:p-0',
        isWide === true ? 'max-w-7xl' : 'max-w-lg',
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
      {onClose && <CloseButton className="absolute top-4 right-4 short:top-2 short:right-2" />}
    </Modal>
  );
}
