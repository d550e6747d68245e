/** Stands in for a page that failed to load or to render, between the header and the footer. */
import { useEffect } from 'react';
import { Button, LinkButton } from '../components/button';
import { PageHeading } from '../components/page-heading';
import { failure } from '../content/site/screens';
import { forgetMissed } from './page-code';
import { paths } from '../content/site/pages';
import { ScreenHead } from './screen-head';

export function ErrorPage() {
  useEffect(forgetMissed, []);

  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-16 sm:px-8 sm:py-24">
      <ScreenHead title={failure.title} noindex />
      <PageHeading lead={failure.text}>{failure.title}</PageHeading>
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton to={paths.home}>{failure.home}</LinkButton>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {failure.retry}
        </Button>
      </div>
    </div>
  );
}
