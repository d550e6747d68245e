import type { Topic } from '../../content/publications/reports';
import type { Report } from '../../content/publications/report-list';

export interface ReportFilters {
  topic: 'all' | Topic;
  year: 'all' | Report['year'];
}

export function matchReports<Item extends Pick<Report, 'topic' | 'year'>>(
  reports: readonly Item[],
  { topic, year }: ReportFilters,
): Item[] {
  return reports.filter(
    (report) =>
      (topic === 'all' || report.topic === topic) && (year === 'all' || report.year === year),
  );
}
