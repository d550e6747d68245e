import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { type AuditAction, listUsers } from '../../../api/admin/users';
import { SelectField, TextField } from '../../../components/forms/fields';
import { CollapsibleFilters } from '../../../components/lists/collapsible-filters';
import { Card } from '../../../components/layout/card';
import { audit as words, sentences } from '../../../content/membership/audit';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import { DayField } from '../list/application-filters';
import { startOf } from '../list/filters';
import { MAX_SEARCH, USERS, useUser } from '../users/queries';
import { AuditEntries } from './audit-entries';

const actions = Object.keys(sentences) as AuditAction[];
const actionOptions = actions.map((value) => ({ value, label: words.optionOf(value) }));

type PersonProps = { label: string; id: string; onChoose(id: string): void };

/** Suggests addresses for what is typed. A whole address chooses its account. */
function PersonField({ label, id, onChoose }: PersonProps) {
  const list = useId();
  const chosen = useUser(id);
  // Another choice, such as Clear filters, replaces the text.
  const [typed, setTyped] = useState({ of: id, text: '' });
  const [isLeft, setLeft] = useState(false);
  const isTyped = typed.of === id && typed.text !== '';
  const text = isTyped ? typed.text.trim() : '';
  const { data } = useQuery({
    queryKey: [...USERS, 'suggested', text],
    queryFn: ({ signal }) => listUsers({ q: text.slice(0, MAX_SEARCH), limit: 10 }, signal),
    enabled: text !== '',
  });
  const found = text === '' ? [] : (data?.items ?? []);
  const match = found.find(({ email }) => email.toLowerCase() === text.toLowerCase())?.id;
  const choose = useEffectEvent((of: string) => {
    setTyped({ of, text });
    if (of !== id) onChoose(of);
  });
  useEffect(() => {
    if (match !== undefined) choose(match);
  }, [match]);

  return (
    <div>
      <TextField
        label={label}
        hint={words.personHint}
        list={list}
        autoComplete="off"
        maxLength={MAX_SEARCH}
        error={isLeft && text !== '' && match === undefined ? words.noPerson : undefined}
        value={isTyped ? typed.text : id === '' ? '' : (chosen.data?.email ?? id)}
        onChange={({ target: { value } }) => {
          setLeft(false);
          setTyped({ of: value === '' ? '' : id, text: value });
          if (value === '') onChoose('');
        }}
        onBlur={() => setLeft(true)}
      />
      <datalist id={list}>
        {found.map(({ id: key, email, first_name, last_name }) => (
          <option key={key} value={email}>
            {`${first_name} ${last_name}`}
          </option>
        ))}
      </datalist>
    </div>
  );
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
  const query = {
    ...(action !== 'all' && { action }),
    ...(actor !== '' && { actor }),
    ...(about !== '' && { about }),
    ...(startOf(since) !== undefined && { after: startOf(since) }),
    ...(startOf(until) !== undefined && { before: startOf(until, 1) }),
  };
  return (
    <Card className="space-y-4 p-4 md:p-4">
      <search aria-label={words.label}>
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
            <PersonField label={words.actor} id={actor} onChoose={(id) => setFilter('actor', id)} />
            <PersonField label={words.about} id={about} onChoose={(id) => setFilter('about', id)} />
          </CollapsibleFilters>
        </form>
      </search>
      <AuditEntries query={query} onClear={isFiltered ? clear : undefined} />
    </Card>
  );
}
