import type { Block } from '../../content/articles/article';
import { BarChart } from './bar-chart';
import { NoWrap } from '../../components/text/no-wrap';

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
