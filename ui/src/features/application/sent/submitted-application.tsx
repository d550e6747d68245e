/** The views that replace the form after a submission: the result, and the three stages with the current one marked. */
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { LinkButton } from '../../../components/controls/button';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { Card } from '../../../components/layout/card';
import { PageHeading } from '../../../components/layout/page-heading';
import { Picture } from '../../../components/pictures/picture';
import { DateTime } from '../../../components/text/date-time';
import { application } from '../../../content/membership/application';
import { changeRequests } from '../../../content/membership/change-requests';
import { paths } from '../../../content/site/pages';
import { classNames } from '../../../lib/class-names';
import { SeasonDates } from '../season';
import keptPlace from '../../../pictures/scenes/kept-place.svg';

const { received, alreadySubmitted, stages } = application;

export function ApplicationReceived() {
  return (
    <SubmittedApplication takesFocus stage={0} words={received}>
      <p>{received.text}</p>
      <SeasonDates />
    </SubmittedApplication>
  );
}

type Props = {
  submittedAt: string | undefined;
  takesFocus: boolean;
  /** An administrator has asked for changes. */
  isAsked: boolean;
  /** An administrator has asked for changes, now or earlier, and so has read the application. */
  isRead: boolean;
  /** The request, or what became of it. */
  children: ReactNode;
};

/** An open request comes right after the status, so that a phone shows it without scrolling. */
export function AlreadySubmitted({ submittedAt, takesFocus, isAsked, isRead, children }: Props) {
  return (
    <SubmittedApplication
      takesFocus={takesFocus}
      // Otherwise the server does not say whether an administrator has opened the application.
      stage={isRead ? 1 : 0}
      request={children}
      isAsked={isAsked}
      words={alreadySubmitted}
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {submittedAt !== undefined && (
          <>
            <dt className="text-muted">{alreadySubmitted.submittedOn}</dt>
            <dd>
              <DateTime at={submittedAt} long />
            </dd>
          </>
        )}
        <dt className="text-muted">{alreadySubmitted.status}</dt>
        <dd className="flex flex-wrap gap-2">
          <StatusBadge tone="waiting">{alreadySubmitted.pending}</StatusBadge>
          {isAsked && <StatusBadge tone="waiting">{changeRequests.form.title}</StatusBadge>}
        </dd>
      </dl>
      {!isAsked && <p className="mt-5">{alreadySubmitted.text}</p>}
      <SeasonDates />
    </SubmittedApplication>
  );
}

type SubmittedProps = {
  words: { title: string; forum: string; store: string; home?: string };
  /** The view has replaced the form, so its heading gets the focus. */
  takesFocus: boolean;
  children: ReactNode;
  stage: number;
  request?: ReactNode;
  isAsked?: boolean;
};

function SubmittedApplication({
  words,
  takesFocus,
  children,
  stage,
  request,
  isAsked = false,
}: SubmittedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const rest = (
    <>
      <Stages current={stage} />
      <div className="mt-8 flex flex-wrap gap-3 max-sm:*:w-full">
        <LinkButton to={paths.forum}>{words.forum}</LinkButton>
        <LinkButton to={paths.store} variant="secondary">
          {words.store}
        </LinkButton>
        {words.home !== undefined && (
          <LinkButton to={paths.home} variant="ghost">
            {words.home}
          </LinkButton>
        )}
      </div>
    </>
  );
  return (
    <>
      <Card>
        <div className="sm:flex sm:items-center sm:justify-between sm:gap-8">
          <div>
            <PageHeading ref={heading} size="card">
              {words.title}
            </PageHeading>
            <div className="mt-4">{children}</div>
          </div>
          {!isAsked && (
            <Picture
              src={keptPlace}
              alt=""
              width={480}
              height={360}
              eager
              data-print="hide"
              className="h-auto w-full max-w-56 shrink-0 max-sm:mx-auto max-sm:mt-5 sm:w-52"
            />
          )}
        </div>
        {!isAsked && <div className="mt-7 border-t border-sand pt-6">{rest}</div>}
      </Card>
      <div>{request}</div>
      {isAsked && (
        <div className="mt-6">
          <Card>{rest}</Card>
        </div>
      )}
    </>
  );
}

function Stages({ current }: { current: number }) {
  return (
    <ol aria-label={stages.label} className="grid gap-y-5 sm:grid-cols-3">
      {stages.stops.map(({ name, text }, index) => {
        const isPast = index < current;
        const isCurrent = index === current;
        return (
          <li
            key={name}
            aria-current={isCurrent ? 'step' : undefined}
            className="relative flex gap-x-4 sm:block sm:pr-5"
          >
            {index < stages.stops.length - 1 && (
              <span
                aria-hidden="true"
                className={classNames(
                  'absolute max-sm:top-8 max-sm:-bottom-5 max-sm:left-3.75 max-sm:border-l-2 sm:top-3.75 sm:right-0 sm:left-8 sm:border-t-2',
                  isPast ? 'border-evergreen' : 'border-sand-deep',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={classNames(
                'relative flex size-8 shrink-0 items-center justify-center rounded-full border-2 font-semibold',
                isPast && 'border-evergreen bg-evergreen text-white',
                isCurrent && 'border-gold bg-gold text-ink-deep',
                !isPast && !isCurrent && 'border-sand-deep bg-white text-muted',
              )}
            >
              {isPast ? <Check className="size-4" /> : index + 1}
            </span>
            <div className="sm:mt-2.5">
              <p className={classNames('leading-snug', isCurrent ? 'font-bold' : 'font-semibold')}>
                {name}
              </p>
              <p className="mt-0.5 text-sm leading-snug text-muted">{text}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
