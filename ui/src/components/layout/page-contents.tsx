/**
 * The table of contents of a long page. It stays in view next to the text. On a narrow screen it is above the text and
 * omits the sub-entries.
 */
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';

interface Target {
  /** The id of the heading. */
  id: string;
  title: ReactNode;
}

export function PageContents(props: {
  label: string;
  entries: readonly (Target & { parts?: readonly Target[] })[];
}) {
  const { label, entries } = props;
  const labelId = useId();
  return (
    <nav
      aria-labelledby={labelId}
      data-print="hide"
      className="lg:sticky lg:top-28 lg:max-h-[calc(100vh-8rem)] lg:self-start lg:overflow-y-auto"
    >
      <p id={labelId} className="eyebrow text-clay">
        {label}
      </p>
      <ul className="mt-3 lg:space-y-2">
        {entries.map(({ id, title, parts }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              className="flex min-h-11 items-center font-serif text-lg font-semibold underline-offset-4 hover:text-clay hover:underline lg:min-h-8"
            >
              {title}
            </Link>
            {parts && (
              <ol className="hidden border-l-2 border-sand-deep lg:block">
                {parts.map((part) => (
                  <li key={part.id}>
                    <Link
                      to={`#${part.id}`}
                      className="-ml-0.5 block border-l-2 border-transparent pl-4 text-[0.9rem] leading-6 text-muted hover:border-clay hover:text-clay"
                    >
                      {part.title}
                    </Link>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
