/** The subscribers of the newsletter: the list, its growth, and the export for a provider that sends issues. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isCancelled, toProblem } from '../../../api/errors';
import { EXPORT_FORMATS, type ExportFormat } from '../../../api/review/export';
import { isStaleCursor } from '../../../api/review/applications';
import {
  exportSubscribers,
  listSubscribers,
  type Subscriber,
  type SubscriberPage,
  type SubscriberQuery,
} from '../../../api/review/subscribers';
import { Button } from '../../../components/controls/button';
import { ActOutcome } from '../../../components/feedback/alert';
import { SelectField } from '../../../components/forms/fields';
import { SearchField } from '../../../components/forms/search-field';
import { Card } from '../../../components/layout/card';
import { type Column, DataList } from '../../../components/lists/data-list';
import { ListStates } from '../../../components/lists/list-states';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { grouped } from '../../../content/membership/application';
import { saveFile } from '../../../lib/browser/save-file';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { MAX_SEARCH_LENGTH } from '../list/filters';
import { Growth } from './growth';

const words = admin.subscribers;
const STATES = ['pending', 'subscribed', 'unsubscribed'] as const;
const PAGE_SIZE = 25;

const columns: readonly Column<Subscriber>[] = [
  {
    name: words.columns.email,
    part: 'heading',
    className: 'w-[32%] wrap-anywhere',
    cell: ({ email }) => email,
  },
  {
    name: words.columns.name,
    className: 'wrap-anywhere',
    cell: ({ first_name }) => first_name ?? words.noName,
  },
  {
    name: words.columns.educator,
    cell: ({ is_educator }) => (is_educator ? words.yes : words.no),
  },
  { name: words.columns.form, cell: ({ form }) => words.forms[form] },
  { name: words.columns.since, cell: ({ since }) => <DateTime at={since} /> },
  { name: words.columns.state, cell: ({ state }) => words.states[state] },
];

/** A cursor from another list, such as one in an old link, shows the first page. */
async function read(query: SubscriberQuery, signal: AbortSignal): Promise<SubscriberPage> {
  try {
    return await listSubscribers(query, signal);
  } catch (cause) {
    if (query.cursor === undefined || !isStaleCursor(cause)) throw cause;
    const { cursor: _, ...first } = query;
    return listSubscribers(first, signal);
  }
}

export function SubscribersPanel() {
  const { filters, isFiltered, setFilter, clear } = useQueryFilters({
    q: 'text',
    state: ['all', ...STATES],
    cursor: 'position',
  });
  const q = filters.q.trim().slice(0, MAX_SEARCH_LENGTH);
  const query: SubscriberQuery = {
    limit: PAGE_SIZE,
    ...(q === '' ? {} : { q }),
    ...(filters.state === 'all' ? {} : { state: filters.state }),
    ...(filters.cursor === '' ? {} : { cursor: filters.cursor }),
  };
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['subscribers', query],
    queryFn: ({ signal }) => read(query, signal),
    placeholderData: keepPreviousData,
  });
  const results = useRef<HTMLDivElement>(null);
  const turnTo = (cursor: string | null | undefined) => {
    if (cursor == null) return;
    setFilter('cursor', cursor);
    results.current?.focus();
  };
  const count = (state: keyof SubscriberPage['counts']) => data?.counts[state] ?? 0;
  const all = count('pending') + count('subscribed') + count('unsubscribed');
  return (
    <Card className="space-y-5 p-4 md:p-4">
      <search>
        <form
          className="grid items-end gap-3 sm:grid-cols-[1fr_16rem]"
          onSubmit={(event) => event.preventDefault()}
        >
          <SearchField
            name="q"
            label={words.search}
            maxLength={MAX_SEARCH_LENGTH}
            value={filters.q}
            onSearch={(text) => setFilter('q', text)}
          />
          <SelectField
            name="state"
            label={words.filter}
            value={filters.state}
            onChange={({ target }) => setFilter('state', target.value)}
            options={[
              { value: 'all', label: words.all(grouped(all)) },
              ...STATES.map((state) => ({
                value: state,
                label: words.option(words.states[state], grouped(count(state))),
              })),
            ]}
          />
        </form>
      </search>
      <Export isEmpty={count('subscribed') === 0} />
      <ListStates
        words={words}
        state={isFetching ? 'loading' : isError ? 'failed' : 'ready'}
        count={data?.items.length}
        onRetry={() => void refetch()}
        onClear={isFiltered ? clear : undefined}
        ref={results}
      >
        <DataList caption={words.caption} columns={columns} rows={data?.items ?? []} />
      </ListStates>
      {data !== undefined && data.items.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <output className="text-sm text-muted">
            {words.shown(grouped(data.items.length), grouped(data.total))}
          </output>
          {(data.prev_cursor ?? data.next_cursor) && (
            <nav aria-label={words.pages} className="flex gap-3">
              <Button
                variant="secondary"
                aria-disabled={data.prev_cursor === null}
                onClick={() => turnTo(data.prev_cursor)}
              >
                {words.previousPage}
              </Button>
              <Button
                variant="secondary"
                aria-disabled={data.next_cursor === null}
                onClick={() => turnTo(data.next_cursor)}
              >
                {words.nextPage}
              </Button>
            </nav>
          )}
        </div>
      )}
      <Growth />
    </Card>
  );
}

type Outcome = { is: 'done' | 'failed'; message: string } | null;

function Export({ isEmpty }: { isEmpty: boolean }) {
  const { busy, outcome, act } = useAct<Outcome>((cause) =>
    isCancelled(cause)
      ? null
      : { is: 'failed', message: words.exportFailed(toProblem(cause).message) },
  );
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = (format: ExportFormat) =>
    act(async () => {
      running.current = new AbortController();
      const { name, content } = await exportSubscribers(format, running.current.signal);
      saveFile(name, content);
      return { is: 'done', message: words.exported(name) };
    });
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        {EXPORT_FORMATS.map((format) => (
          <Button
            key={format}
            variant="secondary"
            busy={busy}
            aria-disabled={isEmpty}
            onClick={() => void save(format)}
          >
            {words.export[format]}
          </Button>
        ))}
      </div>
      <ActOutcome outcome={busy ? { is: 'done', message: words.exporting } : outcome} />
    </div>
  );
}
