/** Updates cached applications in place. No row moves, even if it no longer matches the filter. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type ApplicationDetail,
  type ApplicationMarks,
  type ApplicationPage,
  type ApplicationQuery,
  type ApplicationStatus,
  type ApplicationSummary,
  listApplications,
  type ChangeRequest,
  reviewApplication,
  type ReviewedApplication,
  type Mark,
} from '../../api/review/applications';
import { sessionState } from '../../session/session-state';

export const LISTS = ['review-list'] as const;
/** The target, how far it is, and the numbers by state. */
export const SELECTION = ['selection'] as const;
/** All that open applications show. */
export const OPENED = ['application'] as const;
/** The history's key begins with it, because an act that changes the application is part of its history. */
export const detailKey = (id: string) => [...OPENED, 'answers', id] as const;
export const historyKey = (id: string) => [...detailKey(id), 'history'] as const;
export const notesKey = (id: string) => [...OPENED, 'notes', id] as const;

function changePages(cache: QueryClient, change: (page: ApplicationPage) => ApplicationPage): void {
  cache.setQueriesData<ApplicationPage>({ queryKey: LISTS }, (page) => page && change(page));
}

type RowChange = Partial<
  Pick<ApplicationSummary, 'status' | 'version' | 'changes' | 'notes' | 'marks' | 'read_at'>
>;

/** With another status, a row keeps its mark, which is shown again if a decision is undone. */
export function setRow(cache: QueryClient, id: string, change: RowChange): void {
  changePages(cache, (page) => ({
    ...page,
    items: page.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
  }));
}

/** An open application without its personal data. Reading it is noted in its row, except for one's own application. */
export const reviewOptions = (cache: QueryClient, id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: async ({ signal }) => {
      const application = await reviewApplication(id, signal);
      if (application.note !== undefined) setRow(cache, id, { read_at: new Date().toISOString() });
      return application;
    },
  });

/** The mark that this administrator pressed last, by application, until the server has it. */
export const unsavedMarks = new Map<string, Mark | null>();

/** The mark that this administrator saved last, by application, and when. */
export const savedMarks = new Map<string, { mine: Mark | null; at: number }>();

// The next user of the tab may be another administrator.
sessionState.subscribe(({ type }) => {
  if (type !== 'SIGNED_OUT' && type !== 'SIGNED_IN') return;
  unsavedMarks.clear();
  savedMarks.clear();
});

/** Shows the marks of all with this one of the administrator. */
export const withMine = (marks: ApplicationMarks, mine: Mark | null): ApplicationMarks => ({
  ...marks,
  ...(marks.mine !== null && { [marks.mine]: marks[marks.mine] - 1 }),
  ...(mine !== null && { [mine]: marks[mine] + (marks.mine === mine ? 0 : 1) }),
  mine,
});

/** Shows this mark of the administrator, with the newest marks of the others. */
export const setMine = (cache: QueryClient, id: string, mine: Mark | null): void =>
  changePages(cache, (page) => ({
    ...page,
    items: page.items.map((item) =>
      item.id === id && item.marks !== null ? { ...item, marks: withMine(item.marks, mine) } : item,
    ),
  }));

/** A page that was requested before a mark was saved may lack it, so the mark is added. */
export async function readList(
  query: ApplicationQuery,
  signal?: AbortSignal,
): Promise<ApplicationPage> {
  const since = performance.now();
  const page = await listApplications(query, signal);
  const withMark = (item: ApplicationSummary): ApplicationSummary => {
    const saved = savedMarks.get(item.id);
    const newer = saved !== undefined && saved.at >= since ? saved.mine : undefined;
    const mine = unsavedMarks.has(item.id) ? (unsavedMarks.get(item.id) ?? null) : newer;
    if (item.marks === null || mine === undefined) return item;
    return { ...item, marks: withMine(item.marks, mine) };
  };
  return { ...page, items: page.items.map(withMark) };
}

const setCounts = (cache: QueryClient, counts: ApplicationPage['counts']): void =>
  changePages(cache, (page) => ({ ...page, counts }));

export const readSelection = (cache: QueryClient): void =>
  void cache.invalidateQueries({ queryKey: SELECTION });

/** Applies a fetched page. Rows that it lacks stay. The statuses of events may be newer than those of the page. */
export function mergePage(
  cache: QueryClient,
  { items, counts }: ApplicationPage,
  withStatus: boolean,
): void {
  for (const { id, status, version, changes, notes, marks } of items) {
    setRow(cache, id, { version, changes, notes, marks, ...(withStatus && { status }) });
  }
  setCounts(cache, counts);
  readSelection(cache);
}

/** The smallest page, for its counts. */
export const COUNTS = { limit: 1, sort: 'submitted_at', order: 'desc' } as const;

/** Reads the counts, and these applications wherever they are listed. */
export async function readRows(cache: QueryClient, ids: readonly string[] = []): Promise<void> {
  const rows = ids.length === 0 ? COUNTS : { ...COUNTS, id: [...ids], limit: ids.length };
  mergePage(cache, await readList(rows), false);
}

/** The live events correct the counts if this fails. */
export const readCounts = (cache: QueryClient): Promise<void> =>
  readRows(cache).catch((cause: unknown) =>
    console.warn('The numbers of applications could not be read.', cause),
  );

/** Whether this decision's event has updated the lists. */
const isApplied = (cache: QueryClient, id: string, status: ApplicationStatus): boolean =>
  cache
    .getQueriesData<ApplicationPage>({ queryKey: LISTS })
    .some(([, page]) => page?.items.some((item) => item.id === id && item.status === status));

/** A decision made in this tab. Only pending applications are decided. */
export function applyDecision(cache: QueryClient, decided: ApplicationDetail): void {
  readSelection(cache);
  const { id, status } = decided;
  const before = cache.getQueryData<ReviewedApplication>(detailKey(id));
  // The response to a decision has no similar applications and mails.
  cache.setQueryData(detailKey(id), { ...before, ...decided });
  const queryKey = before?.messages === undefined ? historyKey(id) : detailKey(id);
  void cache.invalidateQueries({ queryKey });
  if (isApplied(cache, id, status)) return;
  setRow(cache, id, { status });
  changePages(cache, (page) => ({
    ...page,
    counts: {
      ...page.counts,
      pending: page.counts.pending - 1,
      [status]: page.counts[status] + 1,
    },
  }));
}

/** For other decisions and undone ones. A decision that is cached already is not fetched again. */
export function setStatuses(
  cache: QueryClient,
  ids: readonly string[],
  status: ApplicationStatus,
): void {
  for (const id of ids) {
    setRow(cache, id, { status });
    if (cache.getQueryData<ReviewedApplication>(detailKey(id))?.status !== status)
      void cache.invalidateQueries({ queryKey: detailKey(id) });
  }
}

/** For a request for changes that this tab has made or taken back. */
export function setOpenRequest(
  cache: QueryClient,
  id: string,
  request: ChangeRequest | null,
): void {
  cache.setQueryData<ReviewedApplication>(
    detailKey(id),
    (known) => known && { ...known, change_request: request },
  );
  setRow(cache, id, { changes: request === null ? null : 'requested' });
}

/** Lists are fetched again when they are next shown. The visible list stays. */
export const markListsStale = (cache: QueryClient): void =>
  void cache.invalidateQueries({ queryKey: LISTS, refetchType: 'none' });
