/** The thank-you after a submission. It takes the focus: the form it replaces is gone. */
import { useEffect, useRef } from 'react';
import { paths } from '../../content/pages';
import { LinkButton } from '../../components/button';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { application } from '../../content/application';

export function ApplicationReceived() {
  const words = application.received;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Card>
      <PageHeading ref={heading}>{words.title}</PageHeading>
      <p className="mt-4">{words.text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton to={paths.forum}>{words.forum}</LinkButton>
        <LinkButton to={paths.store} variant="secondary">
          {words.store}
        </LinkButton>
        <LinkButton to={paths.home} variant="ghost">
          {words.home}
        </LinkButton>
      </div>
    </Card>
  );
}
