/** How far the selection is, in one line: the target, which an administrator edits in place, and what is left to do. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { codeOf, failed, fieldsOf, toProblem } from '../../../api/errors';
import { getSelection, setSelection, type Target } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { ActOutcome, RetryAlert } from '../../../components/feedback/alert';
import { TextField } from '../../../components/forms/fields';
import { admin } from '../../../content/membership/admin';
import { target as words } from '../../../content/membership/target';
import { classNames } from '../../../lib/class-names';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { useUrlState } from '../../../lib/hooks/use-url-state';
import type { Filters } from '../list/filters';
import { SELECTION } from '../review-cache';
import { Places } from './places';
import { Tones } from './tones';

const TARGET = [...SELECTION, 'target'] as const;

export function TargetStrip({ filters }: { filters: Filters }) {
  const { submittedAfter, submittedBefore } = filters.query;
  const times = {
    ...(submittedAfter !== undefined && { submittedAfter }),
    ...(submittedBefore !== undefined && { submittedBefore }),
  };
  const { data, isError, refetch } = useQuery({
    queryKey: [...TARGET, times],
    queryFn: ({ signal }) => getSelection(times, signal),
    placeholderData: keepPreviousData,
  });
  const [isEditing, setEditing] = useState(false);
  const [news, setNews] = useState('');
  const change = useRef<HTMLButtonElement>(null);
  const form = useId();
  const { params, change: changeUrl } = useUrlState();
  const shown = params.get('places');
  const show = (view: string | null) =>
    changeUrl((next) => (view === null ? next.delete('places') : next.set('places', view)));
  const places = useId();
  return (
    <section
      aria-label={words.title}
      className="flex flex-col gap-3 rounded-md border border-sand-deep px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {/* Below 1280 px and beside an application the buttons are in a row of their own from the start, so that no text moves them. */}
        <div className="flex min-h-9 min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 max-xl:w-full max-sm:min-h-17 in-data-narrowed:w-full max-[90rem]:in-data-narrowed:min-h-13">
          {data !== undefined ? (
            <>
              <p className="font-serif text-lg leading-tight tabular-nums">
                {words.chosen(data.approved, data.target)}
              </p>
              <Tones
                className="h-2.5 w-36 max-sm:w-auto max-sm:grow max-sm:basis-16"
                most={Math.max(1, data.target ?? 0, data.approved + data.team_yes)}
                approved={data.approved}
                wanted={data.team_yes}
              />
              <p className="text-sm text-muted tabular-nums">
                {words.progress(
                  data.approved,
                  data.team_yes,
                  data.target,
                  Object.keys(times).length > 0,
                )}
              </p>
            </>
          ) : isError ? (
            <RetryAlert retry={admin.list.retry} onRetry={() => void refetch()}>
              {words.failed}
            </RetryAlert>
          ) : (
            <p className="text-muted">{words.loading}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:min-h-11">
          {/* From the start, so that it moves no other button. */}
          <Button
            ref={change}
            variant="secondary"
            size="small"
            aria-disabled={data === undefined}
            aria-expanded={isEditing}
            aria-controls={form}
            onClick={() => {
              setNews('');
              setEditing(data !== undefined && !isEditing);
            }}
          >
            {data?.target === null ? words.set : words.change}
          </Button>
          <Piles filters={filters} />
          <Button
            variant="secondary"
            size="small"
            aria-expanded={shown !== null}
            aria-controls={places}
            onClick={() => show(shown === null ? 'list' : null)}
          >
            {words.places.open}
            <ChevronDown
              aria-hidden="true"
              className={classNames('size-4', shown !== null && 'rotate-180')}
            />
          </Button>
        </div>
      </div>
      <output className="sr-only">{news}</output>
      <div id={form} hidden={!isEditing}>
        {isEditing && data !== undefined && (
          <TargetForm
            stored={data}
            onSaved={(said) => {
              setEditing(false);
              setNews(said);
              change.current?.focus();
            }}
          />
        )}
      </div>
      <div id={places} hidden={shown === null}>
        {shown !== null && (
          <Places filters={filters} view={shown === 'map' ? 'map' : 'list'} onView={show} />
        )}
      </div>
    </section>
  );
}

const PILES = [
  ['mark', 'none', words.toRead],
  ['team', 'divided', words.toDiscuss],
] as const;

/** Filters the pending applications, because only they can be marked. A pile replaces the other one. */
function Piles({ filters }: { filters: Filters }) {
  const { query, filter, setFilter } = filters;
  const { status = 'all' } = query;
  /** The status before the first pile, which releasing one puts back. */
  const [before, setBefore] = useState('all');
  const isIn = ([name, value]: (typeof PILES)[number]) =>
    status === 'pending' && filter[name] === value;
  return PILES.map((pile) => {
    const [name, value, label] = pile;
    const isChosen = isIn(pile);
    return (
      <Button
        key={name}
        variant="secondary"
        size="small"
        className="aria-pressed:bg-sand aria-pressed:shadow-[inset_0_-3px_0_var(--color-clay)]"
        aria-pressed={isChosen}
        onClick={() => {
          if (!PILES.some(isIn)) setBefore(status);
          for (const [other, its] of PILES) if (filter[other] === its) setFilter(other, 'all');
          setFilter('status', isChosen ? before : 'pending');
          if (!isChosen) setFilter(name, value);
        }}
      >
        {label}
      </Button>
    );
  });
}

type FormProps = { stored: Target; onSaved(said: string): void };

function TargetForm({ stored, onSaved }: FormProps) {
  const cache = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => String(stored.target ?? ''));
  /** What the administrator has seen. Another one may have saved since. */
  const [version, setVersion] = useState(stored.version);
  const [error, setError] = useState<string>();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const { busy, act, outcome } = useAct((cause) => {
    const [first] = fieldsOf(toProblem(cause));
    return first === undefined ? failed(cause) : ({ is: 'failed', message: first.detail } as const);
  });
  const put = async (now: Target) => {
    // A slower request must not put the old target back.
    await cache.cancelQueries({ queryKey: TARGET });
    const { target, version: saved } = now;
    cache.setQueriesData<Target>(
      { queryKey: TARGET },
      (seen) => seen && { ...seen, target, version: saved },
    );
  };
  const save = (target: number | null) =>
    act(async () => {
      try {
        await put(await setSelection(version, target));
        onSaved(target === null ? words.form.removed : words.form.saved);
      } catch (cause) {
        if (codeOf(cause) !== 'version_conflict') throw cause;
        const now = await getSelection({});
        await put(now);
        setVersion(now.version);
        return { is: 'failed', message: words.form.conflict(now.target) } as const;
      }
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const target = Number(typed);
        const isValid = /^\d+$/.test(typed.trim()) && target >= 1 && target <= words.form.most;
        setError(isValid ? undefined : words.form.range);
        if (isValid) void save(target);
        else field.current?.focus();
      }}
    >
      <TextField
        ref={field}
        label={words.form.label}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-sm"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
        trailing={
          <>
            <Button type="submit" busy={busy}>
              {words.form.save}
            </Button>
            {stored.target !== null && (
              <Button
                variant="secondary"
                className="whitespace-nowrap"
                busy={busy}
                onClick={() => void save(null)}
              >
                {words.form.none}
              </Button>
            )}
          </>
        }
      />
      <ActOutcome outcome={outcome} />
    </form>
  );
}
