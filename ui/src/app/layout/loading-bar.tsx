/** Appears while a page loads, after a short delay (styles/base.css, `.loading-bar`). */
import { layoutWords } from '../../content/site/screens';
import { useIsPagePending } from '../page-code';

export function LoadingBar() {
  const isPending = useIsPagePending();
  return (
    <div role="status" data-print="hide">
      {isPending && (
        <div className="loading-bar fixed inset-x-0 top-0 z-[60] h-1 bg-clay">
          <span className="sr-only">{layoutWords.loading}</span>
        </div>
      )}
    </div>
  );
}
