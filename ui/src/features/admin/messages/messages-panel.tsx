/** The tab Messages: the messages of the contact form by state, with a search. */
import { useState } from 'react';
import { type ContactMessage, listContactMessages } from '../../../api/contact';
import { Button } from '../../../components/controls/button';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { SelectField } from '../../../components/forms/fields';
import { Segments } from '../../../components/forms/segments';
import { Card } from '../../../components/layout/card';
import type { Column } from '../../../components/lists/data-list';
import { contactForm } from '../../../content/marketing/contact';
import { grouped } from '../../../content/membership/application';
import { messages } from '../../../content/membership/messages';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import { ListSearch, PagedRows, useFilteredList } from '../list/paged-list';
import { ageInWords, isOverdue, ownerName, subjectLabel } from './message';
import { MessageSheet } from './message-sheet';

const words = messages.list;
const LISTS = ['contact-messages'];
const STATES = ['new', 'answered', 'spam'] as const;
const REFRESH_EVERY_MS = 60_000;

const subjects = contactForm.subjects.map(({ value }) => value);
const rowId = (id: string) => `message-${id}`;

export default function MessagesPanel({ userId }: { userId: string }) {
  const filters = useQueryFilters({
    state: STATES,
    q: 'text',
    subject: ['all', ...subjects],
    cursor: 'position',
  });
  const { state, subject } = filters.filters;
  const list = useFilteredList(LISTS, listContactMessages, filters.filters, REFRESH_EVERY_MS);
  const page = list.list;
  /** Stays open although it leaves the list. */
  const [opened, setOpened] = useState<ContactMessage | null>(null);

  const update = async ({ id }: ContactMessage, changed?: ContactMessage) => {
    if (changed !== undefined) setOpened(changed);
    const { data } = await list.reload();
    if (changed !== undefined) return;
    // After a refusal: what another administrator has changed.
    const row = data?.items.find((one) => one.id === id);
    setOpened((open) => (open?.id === id ? (row ?? open) : open));
  };

  return (
    <Card className="space-y-3 p-4 md:p-4">
      <Segments
        label={messages.state}
        className="grid-cols-3 max-sm:*:flex-col max-sm:*:items-start max-sm:*:py-1.5"
        value={state}
        onChoose={(next) => filters.setFilter('state', next)}
        options={STATES.map((value) => ({
          value,
          label: messages.states[value],
          count: page === undefined ? '–' : grouped(page.counts[value]),
        }))}
      />
      <ListSearch
        className="grid items-end gap-3 sm:grid-cols-[1fr_16rem]"
        label={words.search}
        hint={words.searchHint}
        filters={filters}
      >
        <SelectField
          label={words.subject}
          value={subject}
          onChange={({ target }) => filters.setFilter('subject', target.value)}
          options={[{ value: 'all', label: words.anySubject }, ...contactForm.subjects]}
        />
      </ListSearch>
      <PagedRows
        list={list}
        filters={filters}
        words={{ ...words, empty: words.empty[state] }}
        columns={columnsOf(list.readAt, userId, setOpened)}
        shown={words.shown(page?.items.length ?? 0, page?.total ?? 0)}
      />
      {opened !== null && (
        <MessageSheet
          key={opened.id}
          message={opened}
          userId={userId}
          onChange={(changed) => void update(opened, changed)}
          onClose={() => setOpened(null)}
          finalFocus={() => document.getElementById(rowId(opened.id)) ?? list.rows.current}
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
