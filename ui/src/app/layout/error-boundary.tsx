/** Shows the error page in the place of a page that failed to load or to render, until another one is visited. */
import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page';
import { noteError } from '../startup/watch-errors';

interface ErrorBoundaryProps {
  /** A new value renders the content again. */
  place: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
  place: string;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, place: this.props.place };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return place === state.place ? null : { failed: false, place };
  }

  override componentDidCatch(error: unknown) {
    noteError('render', error);
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}
