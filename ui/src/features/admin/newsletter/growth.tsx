/** The growth by week. Bars are SVG, because the content security policy forbids style attributes. A table has the numbers. */
import { useQuery } from '@tanstack/react-query';
import { newsletterGrowth } from '../../../api/review/subscribers';
import { RetryAlert } from '../../../components/feedback/alert';
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
  const height = (count: number) => (HEIGHT * count) / most;
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
            <rect
              x={index * STEP + 1}
              y={HEIGHT - height(subscribed)}
              width={STEP - 2}
              height={height(subscribed)}
              className="fill-evergreen"
            />
            <rect
              x={index * STEP + 1}
              y={HEIGHT}
              width={STEP - 2}
              height={height(unsubscribed)}
              className="fill-clay"
            />
          </g>
        ))}
        <path
          d={`M0 ${HEIGHT}h${data.length * STEP}`}
          className="stroke-ink"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <details className="mt-3 text-[0.95rem]">
        <summary className="cursor-pointer py-2.5 font-medium text-clay underline underline-offset-4">
          {words.table}
        </summary>
        <table className="mt-3 w-full">
          <caption className="sr-only">{words.title}</caption>
          <thead>
            <tr className="border-b border-edge text-left">
              <th scope="col" className="py-1.5 pr-4 font-semibold">
                {words.week}
              </th>
              <th scope="col" className="py-1.5 pr-4 text-right font-semibold">
                {words.subscribed}
              </th>
              <th scope="col" className="py-1.5 text-right font-semibold">
                {words.unsubscribed}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.toReversed().map(({ week, subscribed, unsubscribed }) => (
              <tr key={week} className="border-b border-sand-deep">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                  {shortDate(week)}
                </th>
                <td className="py-1.5 pr-4 text-right tabular-nums">{grouped(subscribed)}</td>
                <td className="py-1.5 text-right tabular-nums">{grouped(unsubscribed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
