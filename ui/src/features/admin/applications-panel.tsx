/** The Applications tab: counts, filters, the list with its actions, and the dialog with one whole application. */
import { useRef } from 'react';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Skeleton } from '../../components/skeleton';
import { admin } from '../../content/admin';
import { viewButtonId } from './application-actions';
import { ApplicationCounts } from './application-counts';
import { ApplicationDialog } from './application-dialog';
import { ApplicationRows } from './application-rows';
import { ListFilters } from './list-filters';
import { ListPager } from './list-pager';
import { useApplicationList } from './use-application-list';
import { useDecision } from './use-decision';
import { useListQuery } from './use-list-query';
import { useOpenApplication } from './use-open-application';

export function ApplicationsPanel() {
  const { query, change } = useListQuery();
  const { list, phase, reload, noteDecision } = useApplicationList(query);
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

  // A page beyond the last one is left by the same way as a search that finds nothing.
  const isNarrowed = query.q !== '' || query.status !== undefined || query.page > 1;

  return (
    <div className="space-y-6">
      <ApplicationCounts counts={list?.counts} />
      <Card>
        <div className="space-y-6">
          <ListFilters query={query} onChange={change} />
          {phase === 'failed' && (
            <Alert variant="destructive">
              <span className="flex flex-wrap items-center justify-between gap-3">
                {admin.toasts.fetchFailed}
                <Button variant="secondary" size="small" onClick={reload}>
                  {admin.list.retry}
                </Button>
              </span>
            </Alert>
          )}
          <div ref={results} tabIndex={-1} aria-busy={phase === 'loading'} className="outline-none">
            {list === null && phase === 'loading' && (
              <Skeleton label={admin.list.loading} lines={6} />
            )}
            {list !== null && list.items.length === 0 && phase !== 'failed' && (
              <div className="space-y-4 py-6 text-center">
                <p>{isNarrowed ? admin.list.noneFound : admin.list.empty}</p>
                {isNarrowed && (
                  <Button variant="secondary" onClick={() => change({ q: '', status: undefined })}>
                    {admin.list.clear}
                  </Button>
                )}
              </div>
            )}
            {list !== null && list.items.length > 0 && (
              <ApplicationRows
                applications={list.items}
                busy={busy}
                onView={open}
                onDecide={(id, decision) => void decide(id, decision)}
              />
            )}
          </div>
          {list !== null && (
            <ListPager
              page={query.page}
              shown={list.items.length}
              total={list.total}
              onPage={(page) => change({ page })}
            />
          )}
        </div>
      </Card>
      {openId !== null && <ApplicationDialog key={openId} id={openId} onClose={close} />}
    </div>
  );
}
