/** The Applications tab: counts, filters, the list with its actions, and the dialog with one whole application. */
import { useRef } from 'react';
import { Card } from '../../components/card';
import { ListStates } from '../../components/list-states';
import { Pager } from '../../components/pager';
import { admin } from '../../content/admin';
import { viewButtonId } from './application-actions';
import { ApplicationCounts } from './application-counts';
import { ApplicationDialog } from './application-dialog';
import { ApplicationFilters } from './application-filters';
import { ApplicationRows } from './application-rows';
import { PAGE_SIZE, useApplicationFilters } from './use-application-filters';
import { useApplicationList } from './use-application-list';
import { useDecision } from './use-decision';
import { useOpenApplication } from './use-open-application';

const words = { ...admin.list, failed: admin.toasts.fetchFailed };

export function ApplicationsPanel() {
  const filters = useApplicationFilters();
  const { query, turnTo } = filters;
  const { list, state, reload, noteDecision } = useApplicationList(query);
  const { openId, open, close } = useOpenApplication();
  const results = useRef<HTMLDivElement>(null);

  /** The pressed button goes away with the decision: the focus moves on to that row's View. */
  const focusView = (id: string) => {
    const view = document.getElementById(viewButtonId(id));
    (view ?? results.current)?.focus();
  };

  const { decide, busy } = useDecision({
    onDecided: (decided) => {
      focusView(decided.id);
      noteDecision(decided);
    },
    onOutdated: (id) => {
      focusView(id);
      reload();
    },
  });

  /** The next page is read from its top. On the last one the pressed button is of no more use. */
  const turn = (page: number) => {
    turnTo(page);
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView();
  };

  const before = (query.page - 1) * PAGE_SIZE;
  const after = before + (list?.items.length ?? 0);

  return (
    <div className="space-y-6">
      <ApplicationCounts counts={list?.counts} />
      <Card>
        <div className="space-y-6">
          <ApplicationFilters filters={filters} />
          <ListStates
            words={words}
            state={state}
            count={list?.items.length}
            isNarrowed={filters.isNarrowed}
            onRetry={reload}
            onClear={filters.clear}
            ref={results}
          >
            <ApplicationRows
              applications={list?.items ?? []}
              busy={busy}
              onView={open}
              onDecide={(id, decision) => void decide(id, decision)}
            />
          </ListStates>
          {list !== undefined && (
            <Pager
              label={words.pages}
              previous={words.previousPage}
              next={words.nextPage}
              status={after === before ? '' : words.shown(before + 1, after, list.total)}
              onPrevious={query.page > 1 ? () => turn(query.page - 1) : undefined}
              onNext={after < list.total ? () => turn(query.page + 1) : undefined}
            />
          )}
        </div>
      </Card>
      {openId !== null && <ApplicationDialog key={openId} id={openId} onClose={close} />}
    </div>
  );
}
