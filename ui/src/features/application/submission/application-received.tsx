/** The heading takes the focus, because the form is gone. */
import { useEffect, useRef } from 'react';
import { LinkButton } from '../../../components/controls/button';
import { application } from '../../../content/membership/application';
import { paths } from '../../../content/site/pages';
import { SubmittedApplication } from './submitted-application';

export function ApplicationReceived() {
  const words = application.received;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <SubmittedApplication
      title={words.title}
      heading={heading}
      reached={0}
      links={
        <>
          <LinkButton to={paths.forum}>{words.forum}</LinkButton>
          <LinkButton to={paths.store} variant="secondary">
            {words.store}
          </LinkButton>
          <LinkButton to={paths.home} variant="ghost">
            {words.home}
          </LinkButton>
        </>
      }
    >
      <p>{words.text}</p>
    </SubmittedApplication>
  );
}
