/** What is above the answers: the applicant, the administrators who view the application, and the toolbar. */
import { useQuery } from '@tanstack/react-query';
import {
  ChevronLeft,
  ChevronRight,
  Eye,
  EyeOff,
  Keyboard,
  KeyboardOff,
  Printer,
} from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { toProblem } from '../../../api/errors';
import {
  announceViewing,
  type ApplicationViewer,
  endViewing,
  type ReviewedApplication,
} from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { KeyHint } from '../../../components/controls/key-hint';
import { Dialog } from '../../../components/dialogs/dialog';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { Avatar } from '../../../components/pictures/avatar';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { reading } from '../../../content/membership/reading';
import { reviewDesk } from '../../../content/membership/review';
import { useLetterKeys } from '../../../lib/hooks/use-letter-keys';
import { nameOf, statusTones } from '../application';
import { useBlind } from '../blind';

const { detail } = admin;

export function ApplicantSummary({ application }: { application: ReviewedApplication }) {
  const { status, email, submitted_at } = application;
  const { isBlind } = useBlind();
  return (
    <dl className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <div>
        <dt className="sr-only">{admin.list.columns.status}</dt>
        <dd>
          <StatusBadge tone={statusTones[status]}>{admin.status[status]}</StatusBadge>
        </dd>
      </div>
      <div className="flex gap-1 text-muted">
        <dt>{detail.submitted}</dt>
        <dd>
          <DateTime at={submitted_at} />
        </dd>
      </div>
      {!isBlind && (
        <div>
          <dt className="sr-only">{detail.email}</dt>
          <dd className="wrap-anywhere">{email ?? detail.none}</dd>
        </div>
      )}
    </dl>
  );
}

/** The photo, which a press shows larger, or the initials. */
export function ApplicantPhoto({ application }: { application: ReviewedApplication }) {
  const { first_name, last_name, headshot_url: src } = application;
  const [isLarge, setLarge] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { isBlind } = useBlind();
  if (isBlind) return <Avatar src={null} alt="" firstName="" lastName="" />;
  const alt = detail.photo(nameOf(application));
  const photo = (
    <Avatar src={src} alt={alt} firstName={first_name ?? ''} lastName={last_name ?? ''} />
  );
  if (src === null) return photo;
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label={detail.enlarge(alt)}
        className="shrink-0 cursor-zoom-in rounded-lg"
        onClick={() => setLarge(true)}
      >
        {photo}
      </button>
      {isLarge && (
        <Dialog title={alt} onClose={() => setLarge(false)} finalFocus={() => opener.current}>
          <img src={src} alt={alt} className="mx-auto max-h-[65dvh] rounded-lg" />
        </Dialog>
      )}
    </>
  );
}

/** The server forgets a viewer after 30 seconds. */
const ANNOUNCE_EVERY_MS = 10_000;

/** Without the role or the application there is nothing to announce. */
const isFinal = (error: Error | null) =>
  error !== null && [401, 403, 404, 409].includes(toProblem(error).status ?? 0);

function useIsVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState !== 'hidden',
  );
}

/**
 * The server has one entry for all tabs of an administrator. An entry that another tab removes returns with the next
 * announcement.
 */
export function useViewers(id: string, isWanted: boolean): readonly ApplicationViewer[] {
  const announces = useIsVisible() && isWanted;
  const { data } = useQuery({
    queryKey: ['application-viewers', id],
    queryFn: ({ signal }) => announceViewing(id, signal),
    enabled: announces,
    gcTime: 0,
    refetchInterval: ({ state }) => !isFinal(state.error) && ANNOUNCE_EVERY_MS,
  });
  useEffect(() => {
    if (!announces) return undefined;
    // If this fails, the server forgets the viewer soon.
    return () => void endViewing(id).catch(() => undefined);
  }, [id, announces]);
  return (isWanted && data) || [];
}

/** Names the other administrators who view the application. The live region always exists, so that changes are announced. */
export function ViewersLine({ id, isWanted }: { id: string; isWanted: boolean }) {
  const names = useViewers(id, isWanted).map(({ name }) => name);
  return (
    <output className="block text-sm text-muted" data-print="hide">
      {names.length > 0 && (
        <span className="mt-1 flex items-start gap-1.5">
          <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">{reviewDesk.viewers(names.join(', '))}</span>
        </span>
      )}
    </output>
  );
}

type ToolbarProps = {
  /** For example '3 of 300 pending'; null if unknown. */
  position: string | null;
  /** Undefined at the ends of the list, or if the application is not in the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onPrint: (() => void) | undefined;
};

/** The position of the open application in the list, the buttons for the previous and next one, and Print. */
export function SheetToolbar({ position, onPrevious, onNext, onPrint }: ToolbarProps) {
  const { areOn, switchKeys } = useLetterKeys();
  const { isBlind, setBlind } = useBlind();
  return (
    <div
      className="mt-2 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 in-data-beside:gap-x-2"
      data-print="hide"
    >
      {(onPrevious ?? onNext) && (
        <nav aria-label={reading.neighbors} className="flex items-center gap-2">
          {/* aria-disabled instead of disabled, so that the pressed button keeps the focus. */}
          <Button
            size="small"
            variant="secondary"
            aria-label={detail.previous}
            aria-keyshortcuts={`${detail.keys.previous} ArrowLeft`}
            title={detail.previous}
            aria-disabled={!onPrevious}
            onClick={onPrevious}
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            <KeyHint letter={detail.keys.previous} />
          </Button>
          <Button
            size="small"
            variant="secondary"
            aria-label={detail.next}
            aria-keyshortcuts={`${detail.keys.next} ArrowRight`}
            title={detail.next}
            aria-disabled={!onNext}
            onClick={onNext}
          >
            <KeyHint letter={detail.keys.next} />
            <ChevronRight aria-hidden="true" className="size-4" />
          </Button>
        </nav>
      )}
      <output className="text-sm font-semibold tabular-nums">{position}</output>
      <Button
        size="small"
        variant="ghost"
        className="ml-auto aria-pressed:bg-sand"
        aria-pressed={isBlind}
        title={reading.blind.label}
        onClick={() => setBlind(!isBlind)}
      >
        <EyeOff aria-hidden="true" className="size-4" />
        <span className="sr-only">{reading.blind.label}</span>
      </Button>
      <Button
        size="small"
        variant="ghost"
        className="max-md:hidden pointer-coarse:hidden"
        aria-pressed={areOn}
        title={detail.letterKeys}
        onClick={() => switchKeys(!areOn)}
      >
        {areOn ? (
          <Keyboard aria-hidden="true" className="size-4" />
        ) : (
          <KeyboardOff aria-hidden="true" className="size-4" />
        )}
        <span className="sr-only">{detail.letterKeys}</span>
      </Button>
      <Button size="small" variant="ghost" aria-disabled={!onPrint} onClick={onPrint}>
        <Printer aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only in-data-beside:sr-only">{detail.print}</span>
      </Button>
    </div>
  );
}
