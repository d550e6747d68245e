import { expect, test } from 'vitest';
import { matchReports, type ReportFilters } from './report-library';

const reports = [
  { id: 1, topic: 'Equity', year: '2024' },
  { id: 2, topic: 'Equity', year: '2022' },
  { id: 3, topic: 'Funding', year: '2024' },
] as const;

test.each<[ReportFilters, number[]]>([
  [{ topic: 'all', year: 'all' }, [1, 2, 3]],
  [{ topic: 'Equity', year: 'all' }, [1, 2]],
  [{ topic: 'all', year: '2024' }, [1, 3]],
  [{ topic: 'Equity', year: '2024' }, [1]],
  [{ topic: 'Funding', year: '2022' }, []],
  [{ topic: 'Behavior', year: 'all' }, []],
])('the filters %o select %o', (filters, ids) => {
  expect(matchReports(reports, filters).map(({ id }) => id)).toEqual(ids);
});
