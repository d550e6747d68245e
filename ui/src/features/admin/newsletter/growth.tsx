/** The growth by week. Bars are SVG, because the content security policy forbids style attributes. A table has the numbers. */
import { useQuery } from '@tanstack/react-query';
import { newsletterGrowth } from '../../../api/review/subscribers';
import { RetryAlert } from '../../../components/feedback/alert';
import { ChartTable } from '../../../components/lists/chart-table';
import { admin } from '../../../content/membership/admin';
import { grouped } from '../../../content/membership/application';
import { shortDate } from '../../../lib/format';

const words = admin.subscribers.growth;
const STEP = 10;
const HEIGHT = 50;

export function Growth() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['newsletter-growth'],
    queryFn: ({ signal }) => newsletterGrowth(signal),
  });
  if (isError) {
    return (
      <RetryAlert retry={admin.list.retry} onRetry={() => void refetch()}>
        {words.failed}
      </RetryAlert>
    );
  }
  if (data === undefined) return null;
  const most = Math.max(1, ...data.flatMap((week) => [week.subscribed, week.unsubscribed]));
  const bar = (x: number, count: number, above: boolean) => {
    const height = (HEIGHT * count) / most;
    return (
      <rect
        x={x * STEP + 1}
        y={above ? HEIGHT - height : HEIGHT}
        width={STEP - 2}
        height={height}
        className={above ? 'fill-evergreen' : 'fill-clay'}
      />
    );
  };
  return (
    <figure className="border-t border-sand pt-5">
      <figcaption>
        <strong className="block font-serif text-xl font-semibold">{words.title}</strong>
        <span className="text-[0.95rem] text-muted">{words.unit}</span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${data.length * STEP} ${2 * HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-4 h-40 w-full"
      >
        {data.map(({ week, subscribed, unsubscribed }, index) => (
          <g key={week}>
            {bar(index, subscribed, true)}
            {bar(index, unsubscribed, false)}
          </g>
        ))}
        <path
          d={`M0 ${HEIGHT}h${data.length * STEP}`}
          className="stroke-ink"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <ChartTable
        summary={words.table}
        caption={words.title}
        columns={[words.week, words.subscribed, words.unsubscribed]}
        rows={data
          .toReversed()
          .map((one) => [shortDate(one.week), grouped(one.subscribed), grouped(one.unsubscribed)])}
      />
    </figure>
  );
}
