/** The view for somebody whose application is waiting. It takes the focus where it replaces the form. */
import { useEffect, useRef } from 'react';
import { LinkButton } from '../../components/button';
import { Moment } from '../../components/moment';
import { StatusBadge } from '../../components/status-badge';
import { application } from '../../content/membership/application';
import { paths } from '../../content/site/pages';
import { SentApplication } from './sent-application';

type Props = { submittedAt?: string; takesFocus: boolean };

export function AlreadySubmitted({ submittedAt, takesFocus }: Props) {
  const words = application.alreadySubmitted;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <SentApplication
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
              <Moment at={submittedAt} long />
            </dd>
          </>
        )}
        <dt className="text-muted">{words.status}</dt>
        <dd>
          <StatusBadge tone="waiting">{words.pending}</StatusBadge>
        </dd>
      </dl>
      <p className="mt-5">{words.text}</p>
    </SentApplication>
  );
}
