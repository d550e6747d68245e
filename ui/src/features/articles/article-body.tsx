import { article, type Block, type Chart } from '../../content/articles/article';
import { ChartTable } from '../../components/lists/chart-table';
import { NoWrap } from '../../components/text/mail-text';

/** The fragment of a heading. */
export const headingId = (heading: string): string =>
  heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');

export function ArticleBody({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="max-w-prose text-lg leading-relaxed">
      {blocks.map((block, index) => (
        // The text of an article never changes.
        <ArticleBlock key={index} block={block} />
      ))}
    </div>
  );
}

function ArticleBlock({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p className="mt-5 wrap-anywhere first:mt-0">
        <NoWrap>{block}</NoWrap>
      </p>
    );
  if ('heading' in block)
    return (
      <h2 id={headingId(block.heading)} tabIndex={-1} className="mt-10 text-2xl sm:text-[1.75rem]">
        {block.heading}
      </h2>
    );
  if ('points' in block)
    return (
      <ul className="mt-5 list-disc space-y-2 pl-6 marker:text-clay">
        {block.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    );
  if ('quote' in block)
    return (
      <figure className="my-8 break-inside-avoid border-l-4 border-gold pl-5 sm:pl-7">
        <blockquote className="font-serif text-xl leading-snug font-semibold sm:text-2xl">
          “{block.quote}”
        </blockquote>
        <figcaption className="mt-3 text-base text-muted">{block.by}</figcaption>
      </figure>
    );
  return <BarChart chart={block.chart} />;
}

const QUARTERS = [0, 25, 50, 75, 100] as const;

/** Four intervals with whole numbers, or else only both ends. */
function ticksOf(of: number): readonly (readonly [at: number, label: string])[] {
  const rounded = QUARTERS.map((at) => [at, Math.round((of * at) / 100)] as const);
  const exact = rounded.filter(([at, value]) => value * 100 === of * at);
  return (exact.length >= 3 ? exact : [rounded[0], rounded.at(-1)]).flatMap((tick) =>
    tick ? [[tick[0], String(tick[1])] as const] : [],
  );
}

const anchors: Readonly<Record<number, string>> = {
  0: 'left-0',
  25: 'left-1/4 -translate-x-1/2',
  50: 'left-1/2 -translate-x-1/2',
  75: 'left-3/4 -translate-x-1/2',
  100: 'right-0',
};

/** Bars are SVG, because the content security policy forbids style attributes. A table contains the figures. */
function BarChart({ chart }: { chart: Chart }) {
  const { title, unit, of, source, rows } = chart;
  const ticks = ticksOf(of);
  return (
    <figure className="my-9 rounded-lg border border-sand-deep bg-white p-5 sm:p-7">
      <figcaption>
        <strong className="block font-serif text-xl font-semibold">{title}</strong>
        <span className="text-[0.95rem] text-muted">{unit}</span>
      </figcaption>
      <div aria-hidden="true" className="relative mt-5 pb-7">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-x-0 top-0 h-[calc(100%-1.5rem)] w-full overflow-visible"
        >
          {ticks.map(([at]) => (
            <path
              key={at}
              d={`M${at} 0v100`}
              className={at === 0 ? 'stroke-ink stroke-2' : 'stroke-sand-deep'}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <div className="relative space-y-3.5">
          {rows.map(([label, value]) => (
            <div key={label} className="pl-2.5">
              <p className="flex items-baseline justify-between gap-4 leading-snug">
                <span className="bg-white/85 pr-1">{label}</span>
                <span className="bg-white/85 pl-1 font-semibold tabular-nums">{value}</span>
              </p>
              <svg
                viewBox="0 0 100 10"
                preserveAspectRatio="none"
                className="mt-1 -ml-2.5 h-3.5 w-[calc(100%+0.625rem)]"
              >
                <rect width={(100 * value) / of} height="10" className="fill-evergreen" />
              </svg>
            </div>
          ))}
        </div>
        {ticks.map(([at, label]) => (
          <span
            key={at}
            className={`absolute bottom-0 text-sm text-muted tabular-nums ${anchors[at] ?? ''}`}
          >
            {label}
          </span>
        ))}
      </div>
      <p className="mt-3 text-sm text-muted">{article.source(source)}</p>
      <ChartTable
        summary={article.table}
        caption={title}
        columns={[article.columns.label, article.columns.value]}
        rows={rows}
      />
    </figure>
  );
}
