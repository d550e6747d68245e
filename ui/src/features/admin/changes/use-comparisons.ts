/** The changes of an applicant, and a notice when another one arrives while the dialog is open. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { ApplicationDetail } from '../../../api/review/applications';
import { listVersions } from '../../../api/review/changes';
import { showToast } from '../../../components/feedback/toast';
import { changeRequests } from '../../../content/membership/change-requests';
import { changedNames, comparisonsOf } from './comparisons';

const words = changeRequests.comparison;

export type Comparisons = ReturnType<typeof useComparisons>;

export function useComparisons(application: ApplicationDetail | undefined) {
  const { id = '', version = 1 } = application ?? {};
  const seen = useRef({ id, version });
  useEffect(() => {
    const arrived = seen.current.id === id && seen.current.version < version;
    if (arrived) showToast({ title: words.arrived });
    seen.current = { id, version };
  }, [id, version]);

  const { data, isFetching, refetch } = useQuery({
    // Another version of the application has other earlier versions.
    queryKey: ['application-versions', id, version],
    queryFn: ({ signal }) => listVersions(id, signal),
    enabled: version > 1,
  });
  const comparisons = useMemo(
    () => (application === undefined || data === undefined ? [] : comparisonsOf(application, data)),
    [application, data],
  );
  return {
    comparisons,
    changed: useMemo(() => changedNames(comparisons), [comparisons]),
    state:
      version === 1 ? 'none' : data !== undefined ? 'loaded' : isFetching ? 'loading' : 'failed',
    retry: () => void refetch(),
  } as const;
}
