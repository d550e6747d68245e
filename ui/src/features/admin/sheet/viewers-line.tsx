/** Names the other administrators who view the application. The live region always exists, so that changes are announced. */
import { Eye } from 'lucide-react';
import { reviewDesk } from '../../../content/membership/review-desk';
import { useViewers } from './use-viewers';

export function ViewersLine({ id, isWanted }: { id: string; isWanted: boolean }) {
  const names = useViewers(id, isWanted).map(({ name }) => name);
  return (
    <output className="block text-sm text-muted" data-print="hide">
      {names.length > 0 && (
        <span className="mt-1 flex items-start gap-1.5">
          <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">{reviewDesk.viewers(names.join(', '))}</span>
        </span>
      )}
    </output>
  );
}
