/** The tab Messages: the messages of the contact form by state, with a search. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type ContactMessage, listContactMessages, type MessageQuery } from '../../../api/contact';
import { isStaleCursor } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { SelectField } from '../../../components/forms/fields';
import { SearchField } from '../../../components/forms/search-field';
import { Card } from '../../../components/layout/card';
import { type Column, DataList } from '../../../components/lists/data-list';
import { ListStates } from '../../../components/lists/list-states';
import { contactForm } from '../../../content/marketing/contact';
import { grouped } from '../../../content/membership/application';
import { messages } from '../../../content/membership/messages';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import { MAX_SEARCH_LENGTH } from '../list/filters';
import { ageInWords, isOverdue, ownerName, subjectLabel } from './message';
import { MessageSheet } from './message-sheet';

const words = messages.list;
const LISTS = ['contact-messages'] as const;
const STATES = ['new', 'answered', 'spam'] as const;
const PAGE_SIZE = 25;
const REFRESH_EVERY_MS = 60_000;

const subjects = contactForm.subjects.map(({ value }) => value);
const rowId = (id: string) => `message-${id}`;

async function readPage(query: MessageQuery, signal: AbortSignal) {
  try {
    return await listContactMessages(query, signal);
  } catch (cause) {
    if (query.cursor === undefined || !isStaleCursor(cause)) throw cause;
    return listContactMessages({ ...query, cursor: undefined }, signal);
  }
}

export function MessagesPanel({ userId }: { userId: string }) {
  const cache = useQueryClient();
  const { filters, isFiltered, setFilter, clear } = useQueryFilters({
    state: STATES,
    q: 'text',
    subject: ['all', ...subjects],
    cursor: 'position',
  });
  const { state, cursor } = filters;
  const q = filters.q.trim().slice(0, MAX_SEARCH_LENGTH);
  const query: MessageQuery = {
    state,
    limit: PAGE_SIZE,
    ...(q !== '' && { q }),
    ...(filters.subject !== 'all' && { subject: filters.subject }),
    ...(cursor !== '' && { cursor }),
  };
  const { data, dataUpdatedAt, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => readPage(query, signal),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  /** Stays open although it leaves the list. */
  const [opened, setOpened] = useState<ContactMessage | null>(null);
  const results = useRef<HTMLDivElement>(null);

  const turnTo = (to: string | null) => {
    // While a page loads, the cursor belongs to the previous one.
    if (to === null || isPlaceholderData) return;
    setFilter('cursor', to);
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView();
  };

  return (
    <Card className="space-y-3 p-4 md:p-4">
      <StateFilter
        counts={data?.counts}
        value={state}
        onChoose={(next) => setFilter('state', next)}
      />
      <search>
        <form
          className="grid items-end gap-3 sm:grid-cols-[1fr_16rem]"
          onSubmit={(event) => event.preventDefault()}
        >
          <SearchField
            name="q"
            label={words.search}
            placeholder={words.searchHint}
            maxLength={MAX_SEARCH_LENGTH}
            value={filters.q}
            onSearch={(text) => setFilter('q', text)}
          />
          <SelectField
            label={words.subject}
            value={filters.subject}
            onChange={({ target }) => setFilter('subject', target.value)}
            options={[{ value: 'all', label: words.anySubject }, ...contactForm.subjects]}
          />
        </form>
      </search>
      <ListStates
        words={{ ...words, empty: words.empty[state] }}
        state={isFetching ? 'loading' : isError ? 'failed' : 'ready'}
        count={data?.items.length}
        onRetry={() => void refetch()}
        onClear={isFiltered ? clear : undefined}
        ref={results}
      >
        <DataList
          caption={words.caption}
          rows={data?.items ?? []}
          columns={columnsOf(dataUpdatedAt, userId, setOpened)}
        />
      </ListStates>
      {data !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <output className="block text-sm text-muted">
            {isPlaceholderData ? words.loading : words.shown(data.items.length, data.total)}
          </output>
          {(data.prev_cursor ?? data.next_cursor) !== null && (
            <nav aria-label={words.pages} className="flex gap-3">
              {/* aria-disabled instead of disabled, so that the pressed button keeps the focus. */}
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
      {opened !== null && (
        <MessageSheet
          key={opened.id}
          message={opened}
          userId={userId}
          onChange={(changed) => {
            if (changed !== undefined) setOpened(changed);
            void cache.invalidateQueries({ queryKey: LISTS });
          }}
          onClose={() => setOpened(null)}
          finalFocus={() => document.getElementById(rowId(opened.id)) ?? results.current}
        />
      )}
    </Card>
  );
}

/** `now` is the time of the ages. */
const columnsOf = (
  now: number,
  userId: string,
  onRead: (message: ContactMessage) => void,
): Column<ContactMessage>[] => [
  {
    name: words.columns.from,
    part: 'heading',
    cell: (row) => <span className="wrap-anywhere">{row.full_name}</span>,
  },
  { name: words.columns.subject, cell: (row) => subjectLabel(row.subject) },
  {
    name: words.columns.age,
    className: 'md:w-56',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-3">
        <time dateTime={row.received_at}>{ageInWords(row.received_at, now)}</time>
        {isOverdue(row, now) && <StatusBadge tone="bad">{messages.overdue}</StatusBadge>}
      </span>
    ),
  },
  { name: words.columns.owner, cell: (row) => ownerName(row, userId) },
  {
    name: words.columns.actions,
    part: 'buttons',
    className: 'md:w-28',
    cell: (row) => (
      <Button
        id={rowId(row.id)}
        variant="secondary"
        size="small"
        className="max-md:min-h-11 max-md:w-full"
        aria-label={messages.readOf(row.full_name)}
        onClick={() => onRead(row)}
      >
        {messages.read}
      </Button>
    ),
  },
];

type StateProps = {
  counts: Readonly<Record<(typeof STATES)[number], number>> | undefined;
  value: string;
  onChoose(value: string): void;
};

function StateFilter({ counts, value, onChoose }: StateProps) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{messages.state}</legend>
      <div className="grid grid-cols-3 gap-px overflow-hidden rounded-md border border-edge bg-sand-deep">
        {STATES.map((state) => (
          <label
            key={state}
            className="relative flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-2.5 bg-white px-3.5 has-checked:bg-sand has-checked:shadow-[inset_0_-3px_0_var(--color-clay)] hover:bg-sand has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={group}
              value={state}
              checked={state === value}
              onChange={() => onChoose(state)}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            />
            <span className="text-sm text-muted">{messages.states[state]}</span>{' '}
            <span className="font-serif text-xl leading-tight tabular-nums">
              {counts === undefined ? '–' : grouped(counts[state])}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
