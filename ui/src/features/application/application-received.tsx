/** The thank-you after a submission. It takes the focus: the form it replaces is gone. */
import { useEffect, useRef } from 'react';
import { LinkButton } from '../../components/button';
import { application } from '../../content/membership/application';
import { paths } from '../../content/site/pages';
import { SentApplication } from './sent-application';

export function ApplicationReceived() {
  const words = application.received;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <SentApplication
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
    </SentApplication>
  );
}
