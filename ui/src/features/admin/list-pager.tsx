/** Which part of the list is shown, and the way to the rest. */
import { Button } from '../../components/button';
import { admin } from '../../content/admin';
import { PAGE_SIZE } from './use-list-query';

type Props = { page: number; shown: number; total: number; onPage(page: number): void };

export function ListPager({ page, shown, total, onPage }: Props) {
  const before = (page - 1) * PAGE_SIZE;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <output className="block text-sm text-muted">
        {shown === 0 ? '' : admin.list.shown(before + 1, before + shown, total)}
      </output>
      {total > PAGE_SIZE && (
        <nav aria-label={admin.list.pages} className="flex gap-3">
          <Button variant="secondary" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {admin.list.previousPage}
          </Button>
          <Button
            variant="secondary"
            disabled={before + PAGE_SIZE >= total}
            onClick={() => onPage(page + 1)}
          >
            {admin.list.nextPage}
          </Button>
        </nav>
      )}
    </div>
  );
}
