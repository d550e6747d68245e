/** Replaces a page that failed to load or to render with an error page, until the user opens another page. */
import { Component, type ReactNode, useEffect, useState } from 'react';
import { Button, LinkButton } from '../../components/controls/button';
import { PageHeading } from '../../components/layout/page-heading';
import { paths } from '../../content/site/pages';
import { failure } from '../../content/site/screens';
import { forgetFailedPages, isPageOffline } from '../page-code';
import { noteError } from '../startup/watch-errors';
import { ScreenHead } from './screen-head';

/** `onRetry` renders the page again. Offline, a reload would lose the site. */
function ErrorPage({ onRetry }: { onRetry(): void }) {
  const [isOffline] = useState(isPageOffline);
  useEffect(forgetFailedPages, []);
  const { title, text, retry } = isOffline ? failure.offline : failure;

  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-16 sm:px-8 sm:py-24">
      <ScreenHead title={title} noindex />
      <PageHeading lead={text}>{title}</PageHeading>
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton to={paths.home}>{failure.home}</LinkButton>
        <Button variant="secondary" onClick={isOffline ? onRetry : () => window.location.reload()}>
          {retry}
        </Button>
      </div>
    </div>
  );
}

interface ErrorBoundaryProps {
  /** A new value renders the children again. */
  resetKey: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps> {
  override state = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryProps) {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  override componentDidCatch(error: unknown) {
    noteError('render', error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorPage onRetry={() => this.setState({ failed: false })} />;
  }
}
