/**
 * Long content at the right edge, which scrolls between the header and the footer. It is a modal dialog, which fills a phone
 * and has its footer at the end of the content, or a region beside the rest of the page, which stays usable.
 */
import * as RadixDialog from '@radix-ui/react-dialog';
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../../lib/class-names';
import { Toaster } from '../feedback/toast';
import { CloseButton, Modal, PlainCloseButton } from './modal';

/** The id of the element for sheets beside the page. */
const BESIDE = 'beside-page';

/** The id of the heading of a sheet beside the page. */
export const SHEET_HEADING = 'sheet-heading';

/**
 * The frame of a page that can have a sheet beside it. Its content becomes narrower while there is one, or while its place is
 * reserved, so that a sheet that loads moves nothing.
 */
export function PageBeside({
  isReserved = false,
  children,
}: {
  isReserved?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="group mx-auto flex w-full max-w-7xl has-[[data-beside]]:max-w-480 xl:has-[[data-reserved]]:max-w-480 print:block">
      <div className="min-w-0 grow px-5 py-4 group-has-[[data-beside]]:px-4 sm:px-8 lg:pt-2 xl:group-has-[[data-reserved]]:px-4 print:group-has-[[data-beside]]:hidden">
        {children}
      </div>
      <div
        id={BESIDE}
        data-reserved={isReserved || undefined}
        className="shrink-0 xl:data-reserved:w-[calc(clamp(33rem,40vw,40rem)+1rem)] print:w-auto"
      />
    </div>
  );
}

type Props = {
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
  isBeside?: boolean;
};

/** What a control is, because each form of the sheet renders it anew. A typed text and a generated id do not name it. */
const signOf = (control: Element): string =>
  control.matches('input, select, textarea')
    ? `${control.tagName} ${control.getAttribute('name')}`
    : `${control.tagName} ${control.ariaLabel ?? control.textContent}`;

/** The same control keeps the focus in another form. */
export function SideSheet({ isBeside = false, ...props }: Props) {
  const sign = useRef('');
  const { content } = props;
  const form = {
    ...props,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      sign.current = signOf(target);
    },
    focused: () => {
      const controls = content.current?.parentElement?.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea',
      );
      return [...(controls ?? [])].find((control) => signOf(control) === sign.current);
    },
  };
  return isBeside ? <Beside {...form} /> : <Sheet {...form} />;
}

type FormProps = Props & {
  onFocus(event: FocusEvent<HTMLElement>): void;
  focused(): HTMLElement | undefined;
};

/** The content has the initial focus. */
function Sheet(props: FormProps) {
  const { content, finalFocus, focused, onFocus } = props;
  const isReplaced = () => document.querySelector('[data-beside]') !== null;
  return (
    <Modal
      onClose={props.onClose}
      finalFocus={() => (isReplaced() ? (document.activeElement as HTMLElement) : finalFocus())}
      onFocus={onFocus}
      // Without a description Radix warns unless the attribute is undefined.
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        (focused() ?? content.current)?.focus();
      }}
      className="fixed inset-y-0 right-0 z-50 flex w-full flex-col bg-white shadow-page max-md:overflow-y-auto max-md:overscroll-contain md:max-w-160 md:border-l md:border-sand-deep print:static print:block print:max-w-none print:overflow-visible print:border-0 print:shadow-none"
    >
      <Parts
        {...props}
        heading={<RadixDialog.Title className={titleClasses}>{props.title}</RadixDialog.Title>}
        close={<CloseButton className={closeClasses} />}
      />
    </Modal>
  );
}

/** The heading has the initial focus. The focus of the page stays where it is when the sheet closes. */
function Beside(props: FormProps) {
  const { title, onClose, finalFocus, focused, onFocus } = props;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setSlot(document.getElementById(BESIDE)), []);
  const heading = useRef<HTMLHeadingElement>(null);
  const enter = useEffectEvent(() => (focused() ?? heading.current)?.focus());
  const leave = useEffectEvent(() => finalFocus()?.focus());
  useLayoutEffect(() => {
    if (slot === null) return undefined;
    if (!document.activeElement?.closest('[role=dialog], [role=alertdialog]')) enter();
    return () => {
      if (slot.contains(document.activeElement)) leave();
    };
  }, [slot]);
  if (slot === null) return null;
  return createPortal(
    <section
      data-beside
      aria-labelledby={SHEET_HEADING}
      onFocus={onFocus}
      className="sticky top-18 my-2 mr-4 flex h-[calc(100dvh-7.75rem)] w-[clamp(33rem,40vw,40rem)] shrink-0 flex-col rounded-lg border border-sand-deep bg-white shadow-page print:static print:m-0 print:block print:h-auto print:w-auto print:border-0 print:shadow-none"
    >
      <Parts
        {...props}
        heading={
          <h2
            ref={heading}
            id={SHEET_HEADING}
            tabIndex={-1}
            className={classNames(titleClasses, 'outline-none')}
          >
            {title}
          </h2>
        }
        close={<PlainCloseButton className={closeClasses} onClick={onClose} />}
      />
      {/* With the focus in the page, nothing else says what the sheet shows now. */}
      <output className="sr-only">{title}</output>
    </section>,
    slot,
  );
}

const titleClasses = 'pt-1 text-xl wrap-anywhere md:text-2xl';
const closeClasses = '-mr-2 shrink-0';

function Parts(props: Props & { heading: ReactNode; close: ReactNode }) {
  const { heading, close, lead, about, toolbar, label, content, children, footer } = props;
  return (
    <>
      <div className="shrink-0 border-b border-sand px-5 py-3 md:not-in-data-beside:px-8 print:border-0 print:px-0">
        {/* As high as a name with most facts about it, so that they move nothing when they have loaded. */}
        <div className="flex min-h-30 items-start gap-3 md:min-h-23 md:gap-4 print:min-h-0">
          {lead}
          <div className="min-w-0 grow">
            {heading}
            {about}
          </div>
          {close}
        </div>
        {toolbar}
      </div>
      <div
        ref={content}
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard cannot scroll a region without controls otherwise
        tabIndex={0}
        className="px-5 py-5 focus-visible:-outline-offset-3 md:min-h-0 md:grow md:overflow-y-auto md:overscroll-contain md:not-in-data-beside:px-8 print:overflow-visible print:px-0"
      >
        {children}
      </div>
      <Toaster inDialog />
      {footer !== undefined && (
        // Without visible content it takes no space, so that its growth moves nothing.
        <div
          className="shrink-0 border-t border-sand bg-paper px-5 py-4 not-has-[p,button]:border-0 not-has-[p,button]:py-0 md:not-in-data-beside:px-8 short:overflow-y-auto"
          data-print="hide"
        >
          {footer}
        </div>
      )}
    </>
  );
}
