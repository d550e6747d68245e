/** The filters of the list: the search, the status, and behind a button the others, which are also removable words. */
import { SelectField, TextField } from '../../../components/forms/fields';
import { SearchField } from '../../../components/forms/search-field';
import { admin } from '../../../content/membership/admin';
import { grouped } from '../../../content/membership/application';
import { Segments } from '../../../components/forms/segments';
import { isDay, namedFilters, type Filters } from './filters';
import { ListSearch, SortField } from './paged-list';
import { useId, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApplicationPage } from '../../../api/review/applications';
import { SlidersHorizontal } from 'lucide-react';
import { Button } from '../../../components/controls/button';
import { ChipList } from '../../../components/forms/chip-list';
import { target as choices } from '../../../content/membership/target';

/** The search box, and on a phone, which shows no column headings, the order. */
export function ApplicationFilters({ filters }: { filters: Filters }) {
  return (
    <ListSearch
      // In a single row, the placeholder replaces the label.
      className="grid items-end gap-3 sm:max-md:grid-cols-2 xl:*:*:first:sr-only"
      label={admin.list.search}
      hint={admin.list.searchHint}
      filters={{ filters: { q: filters.query.q ?? '' }, setFilter: filters.setFilter }}
    >
      <SortField sorting={filters.sorting} orders={admin.list.orders} />
    </ListSearch>
  );
}

const CHOICES = ['total', 'pending', 'approved', 'rejected'] as const;

type Props = {
  counts: ApplicationPage['counts'] | undefined;
  /** The number of matches in the list, if search or filters narrow it. */
  found: string | undefined;
  /** A status, or 'all'. */
  value: string;
  onChoose(value: string): void;
};

/** Filters the list by status and shows the number of applications with each status. */
export function StatusFilter({ counts, found, value, onChoose }: Props) {
  const countOf = (choice: (typeof CHOICES)[number], isChosen: boolean): ReactNode => {
    if (counts === undefined) return '–';
    const all = grouped(counts[choice]);
    if (found === undefined || !isChosen) return all;
    return (
      <>
        {found} <span className="text-sm text-muted">{admin.countOf(all)}</span>
      </>
    );
  };
  return (
    <Segments
      label={admin.list.filter}
      className="grid-cols-2 sm:grid-cols-4 xl:h-12"
      value={value}
      onChoose={onChoose}
      options={CHOICES.map((choice) => {
        const status = choice === 'total' ? 'all' : choice;
        const label = admin.counts[choice];
        return { value: status, label, count: countOf(choice, status === value) };
      })}
    />
  );
}

const words = admin.list.filters;
const MAX_SUBJECT_LENGTH = 100;

type MoreProps = {
  filters: Filters;
  /** Buttons in the same row. */
  children: ReactNode;
};

export function MoreFilters({ filters, children }: MoreProps) {
  const { filter, setFilter } = filters;
  const given = namedFilters(filter);
  const [open, setOpen] = useState(false);
  const panel = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  return (
    <div className="space-y-3">
      {/* On a phone there is space for a second row, so that a button that appears moves no application. */}
      <div className="flex flex-wrap items-center gap-3 max-sm:min-h-25 max-sm:content-start">
        <Button
          ref={toggle}
          variant="secondary"
          size="small"
          className="max-sm:min-h-11 max-sm:grow"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {words.open(given.length)}
        </Button>
        <ChipList
          label={words.given}
          items={given.map(({ text }) => text)}
          onRemove={(removed) => {
            const chip = given.find(({ text }) => text === removed);
            // The chip disappears with its filter.
            toggle.current?.focus();
            if (chip) setFilter(chip.name, chip.rest);
          }}
        />
        {given.length > 0 && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              toggle.current?.focus();
              filters.clear();
            }}
          >
            {admin.list.clear}
          </Button>
        )}
        <div className="ml-auto flex flex-wrap gap-3 max-sm:contents">{children}</div>
      </div>
      <section id={panel} aria-label={words.title} hidden={!open} className="space-y-4">
        {open && (
          <form
            onSubmit={(event) => event.preventDefault()}
            className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4"
          >
            <SearchField
              label={words.subject}
              name="subject"
              placeholder={words.subjectHint}
              maxLength={MAX_SUBJECT_LENGTH}
              value={filter.subject}
              onSearch={(text) => setFilter('subject', text)}
            />
            <DayField
              label={words.from}
              value={filter.from}
              max={filter.to}
              onChoose={(day) => setFilter('from', day)}
            />
            <DayField
              label={words.to}
              value={filter.to}
              min={filter.from}
              onChoose={(day) => setFilter('to', day)}
            />
            <SelectField
              label={words.notes}
              value={filter.notes}
              placeholder={words.anyNotes}
              onChange={({ target }) => setFilter('notes', target.value)}
              options={words.notesOptions}
            />
            {(['mark', 'team', 'changes'] as const).map((name) => (
              <SelectField
                key={name}
                label={choices.filters[name].label}
                value={filter[name]}
                onChange={({ target }) => setFilter(name, target.value)}
                options={choices.filters[name].options}
              />
            ))}
            <SortField
              sorting={filters.sorting}
              orders={admin.list.orders}
              className="max-md:hidden"
            />
          </form>
        )}
      </section>
    </div>
  );
}

type DayProps = {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChoose(day: string): void;
};

/** The browser keeps what is typed, because a part of a date is no value that React could put back. */
export function DayField({ label, value, min, max, onChoose }: DayProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isUnfinished, setUnfinished] = useState(false);
  useEffect(() => {
    const { current } = field;
    if (current === null || (current.value === value && !current.validity.badInput)) return;
    current.value = value;
    setUnfinished(false);
  }, [value]);

  /** Whether the field has a day or is empty. */
  const send = ({ value: typed, validity }: HTMLInputElement) => {
    const isFinished = typed === '' ? !validity.badInput : isDay(typed);
    if (isFinished && typed !== value) onChoose(typed);
    return isFinished;
  };
  return (
    <TextField
      ref={field}
      type="date"
      label={label}
      min={min || '1900-01-01'}
      // Limits the year to four digits.
      max={max || '2099-12-31'}
      error={isUnfinished ? words.unfinishedDay : undefined}
      onChange={({ target }) => {
        if (send(target)) setUnfinished(false);
      }}
      // Deleting the rest of a day is no change of the value.
      onBlur={({ target }) => setUnfinished(!send(target))}
    />
  );
}
