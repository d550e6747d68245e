/**
 * Search and status filter above the list. The search follows the typing with a short pause, the address follows it.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SelectField, TextField } from '../../components/fields';
import { admin } from '../../content/admin';
import type { ListQuery } from './use-list-query';

const PAUSE_MS = 300;

type Props = { query: ListQuery; onChange(part: Partial<ListQuery>): void };

export function ListFilters({ query, onChange }: Props) {
  const [typed, setTyped] = useState(query.q);
  const pushed = useRef(query.q);

  const push = (q: string) => {
    pushed.current = q;
    onChange({ q });
  };

  // The address changed, and not by this box (Back, Clear filters): the box follows.
  useEffect(() => {
    if (query.q === pushed.current) return;
    pushed.current = query.q;
    setTyped(query.q);
  }, [query.q]);

  const wanted = typed.trim();
  const pushLatest = useEffectEvent(() => {
    if (wanted !== pushed.current) push(wanted);
  });
  useEffect(() => {
    const timer = setTimeout(pushLatest, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  return (
    <search>
      <form
        className="grid items-end gap-4 sm:grid-cols-[1fr_12rem]"
        onSubmit={(event) => {
          event.preventDefault();
          push(wanted);
        }}
      >
        <TextField
          type="search"
          name="q"
          label={admin.list.search}
          placeholder={admin.list.searchHint}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          name="status"
          label={admin.list.filter}
          value={query.status ?? ''}
          onChange={(event) =>
            onChange({
              status:
                event.target.value === '' ? undefined : (event.target.value as ListQuery['status']),
            })
          }
          options={[
            { value: '', label: admin.list.all },
            { value: 'pending', label: admin.status.pending },
            { value: 'approved', label: admin.status.approved },
            { value: 'rejected', label: admin.status.rejected },
          ]}
        />
      </form>
    </search>
  );
}
