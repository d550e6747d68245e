/** The heading takes the focus where this view replaces the form. */
import { useEffect, useRef } from 'react';
import { LinkButton } from '../../../components/controls/button';
import { DateTime } from '../../../components/text/date-time';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { application } from '../../../content/membership/application';
import { paths } from '../../../content/site/pages';
import { SubmittedApplication } from './submitted-application';

type Props = { submittedAt?: string; takesFocus: boolean };

export function AlreadySubmitted({ submittedAt, takesFocus }: Props) {
  const words = application.alreadySubmitted;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <SubmittedApplication
      title={words.title}
      heading={heading}
      reached={1}
      links={
        <>
          <LinkButton to={paths.forum}>{words.forum}</LinkButton>
          <LinkButton to={paths.store} variant="secondary">
            {words.store}
          </LinkButton>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {submittedAt !== undefined && (
          <>
            <dt className="text-muted">{words.submittedOn}</dt>
            <dd>
              <DateTime at={submittedAt} long />
            </dd>
          </>
        )}
        <dt className="text-muted">{words.status}</dt>
        <dd>
          <StatusBadge tone="waiting">{words.pending}</StatusBadge>
        </dd>
      </dl>
      <p className="mt-5">{words.text}</p>
    </SubmittedApplication>
  );
}
