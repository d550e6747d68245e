import { useRef } from 'react';
import type { AuditAction } from '../../../api/admin/users';
import { SelectField } from '../../../components/forms/fields';
import { ChipList } from '../../../components/forms/chip-list';
import { Card } from '../../../components/layout/card';
import { CollapsibleFilters } from '../../../components/lists/collapsible-filters';
import { audit as words, sentences } from '../../../content/membership/audit';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import { DayField } from '../list/application-filters';
import { startOf } from '../list/filters';
import { given } from '../list/paged-list';
import { useUser } from '../users/queries';
import { AuditEntries } from './audit-entries';

const actions = Object.keys(sentences) as AuditAction[];
const actionOptions = actions.map((value) => ({ value, label: words.optionOf(value) }));

type PersonProps = { id: string; nameOf(email: string): string; onRemove(): void };

/** A filter that a link from an account has set. */
function Person({ id, nameOf, onRemove }: PersonProps) {
  const { data } = useUser(id);
  const items = id === '' ? [] : [nameOf(data?.email ?? id)];
  return <ChipList label={words.person} items={items} onRemove={onRemove} />;
}

export default function AuditPanel() {
  const { filters, isFiltered, setFilter, clear } = useQueryFilters({
    action: ['all', ...actions],
    actor: 'text',
    about: 'text',
    since: 'text',
    until: 'text',
  });
  const { action, actor, about, since, until } = filters;
  const query = given({
    action,
    actor,
    about,
    after: startOf(since) ?? '',
    before: startOf(until, 1) ?? '',
  });
  const bar = useRef<HTMLElement>(null);
  const remove = (name: 'actor' | 'about') => {
    // The pressed button disappears.
    bar.current?.focus();
    setFilter(name, '');
  };
  return (
    <Card className="space-y-4 p-4 md:p-4">
      <search ref={bar} tabIndex={-1} aria-label={words.label} className="outline-none">
        <form onSubmit={(event) => event.preventDefault()}>
          <CollapsibleFilters
            count={Object.keys(query).length}
            className="grid items-start gap-3 max-md:mt-3 sm:grid-cols-2 lg:grid-cols-3"
          >
            <SelectField
              label={words.action}
              value={action}
              onChange={({ target }) => setFilter('action', target.value)}
              options={[{ value: 'all', label: words.anyAction }, ...actionOptions]}
            />
            <DayField
              label={words.from}
              value={since}
              max={until}
              onChoose={(day) => setFilter('since', day)}
            />
            <DayField
              label={words.to}
              value={until}
              min={since}
              onChoose={(day) => setFilter('until', day)}
            />
          </CollapsibleFilters>
        </form>
      </search>
      <Person id={actor} nameOf={words.actor} onRemove={() => remove('actor')} />
      <Person id={about} nameOf={words.about} onRemove={() => remove('about')} />
      <AuditEntries query={query} onClear={isFiltered ? clear : undefined} />
    </Card>
  );
}
