/** The tab Subscribers: the list, its growth, and the export for a provider that sends issues. */
import { EXPORT_FORMATS } from '../../../api/review/export';
import {
  exportSubscribers,
  listSubscribers,
  type Subscriber,
} from '../../../api/review/subscribers';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { Segments } from '../../../components/forms/segments';
import { Card } from '../../../components/layout/card';
import type { Column } from '../../../components/lists/data-list';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { grouped } from '../../../content/membership/application';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import { useExport } from '../list/export-button';
import { ListSearch, PagedRows, useFilteredList } from '../list/paged-list';
import { Growth } from './growth';

const words = admin.subscribers;
const STATES = ['all', 'pending', 'subscribed', 'unsubscribed'] as const;

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

export default function SubscribersPanel() {
  const filters = useQueryFilters({ q: 'text', state: STATES, cursor: 'position' });
  const list = useFilteredList(['subscribers'], listSubscribers, filters.filters);
  const page = list.list;
  const countOf = (counted: (typeof STATES)[number]) => {
    if (page === undefined) return '–';
    const { pending, subscribed, unsubscribed } = page.counts;
    return grouped(counted === 'all' ? pending + subscribed + unsubscribed : page.counts[counted]);
  };
  return (
    <Card className="space-y-4 p-4 md:p-4">
      <Segments
        label={words.columns.state}
        className="grid-cols-2 sm:grid-cols-4"
        value={filters.filters.state}
        onChoose={(next) => filters.setFilter('state', next)}
        options={STATES.map((value) => ({
          value,
          label: words.states[value],
          count: countOf(value),
        }))}
      />
      <ListSearch className="grid gap-3" label={words.search} filters={filters} />
      <Export isEmpty={(page?.counts.subscribed ?? 0) === 0} />
      <PagedRows
        list={list}
        filters={filters}
        words={words}
        columns={columns}
        shown={words.shown(page?.items.length ?? 0, page?.total ?? 0)}
      />
      <Growth />
    </Card>
  );
}

function Export({ isEmpty }: { isEmpty: boolean }) {
  const { busy, start, status, failure } = useExport(exportSubscribers);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        {EXPORT_FORMATS.map((format) => (
          <Button
            key={format}
            variant="secondary"
            busy={busy}
            aria-disabled={isEmpty}
            onClick={() => start(format)}
          >
            {words.export[format]}
          </Button>
        ))}
        <output className="text-sm text-muted">{status}</output>
      </div>
      {failure !== null && <Alert variant="destructive">{failure}</Alert>}
    </div>
  );
}
