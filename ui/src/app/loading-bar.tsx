/** Shows that a page is loading, after a short delay (styles/base.css, `.loading-bar`). */
import { layoutWords } from '../content/site/screens';
import { useIsPageAwaited } from './page-wait';

export function LoadingBar() {
  const awaited = useIsPageAwaited();
  return (
    <div role="status" data-print="hide">
      {awaited && (
        <div className="loading-bar fixed inset-x-0 top-0 z-[60] h-1 bg-clay">
          <span className="sr-only">{layoutWords.loading}</span>
        </div>
      )}
    </div>
  );
}
