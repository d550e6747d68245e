/** Date of birth, address and phone number, which choose nobody. Opening them is an audited read. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readApplication } from '../../../api/applications';
import type { ReviewedApplication } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { RetryAlert } from '../../../components/feedback/alert';
import { Skeleton } from '../../../components/feedback/skeleton';
import { FactList } from '../../../components/lists/fact-list';
import { admin } from '../../../content/membership/admin';
import { fieldOf, personalNames } from '../../../content/membership/application-fields';
import type { ChangeableName } from '../../../content/membership/change-requests';
import { reading } from '../../../content/membership/reading';
import { answerText } from '../../../lib/format';
import { useBlind } from '../blind';
import { Changed } from './application-sheet';

const words = reading.personal;

/** Folded again with another application and with other answers. */
export function usePersonalData(application: ReviewedApplication | undefined) {
  const { isBlind } = useBlind();
  const { id = '', version = 1 } = application ?? {};
  const key = `${id} ${version}`;
  const [opened, setOpened] = useState<string | null>(null);
  if (opened !== null && opened !== key) setOpened(null);
  const isOpen = opened === key;
  const { data, isError, isFetching, refetch } = useQuery({
    // Not among the answers, which live events read again: each read is logged.
    queryKey: ['personal-data', id, version],
    queryFn: ({ signal }) => readApplication(id, signal),
    enabled: isOpen,
    staleTime: Infinity,
    gcTime: 0,
  });
  return {
    isBlind,
    isOpen,
    open: () => setOpened(key),
    data: isOpen && !isBlind ? data : undefined,
    hasFailed: isError && !isFetching,
    retry: () => void refetch(),
  };
}

type Props = {
  personal: ReturnType<typeof usePersonalData>;
  changed: ReadonlySet<ChangeableName>;
  /** False for the administrator's own application. */
  isRecorded: boolean;
};

export function PersonalData({ personal, changed, isRecorded }: Props) {
  const { isBlind, isOpen, open, data, hasFailed, retry } = personal;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section
      aria-labelledby="personal-data"
      className="break-inside-avoid"
      data-print={data === undefined ? 'hide' : undefined}
    >
      <h3
        ref={heading}
        id="personal-data"
        tabIndex={-1}
        className="mb-3 border-b border-sand pb-1 font-serif text-lg outline-none"
      >
        {words.title}
      </h3>
      {isBlind ? (
        <p className="text-muted">{reading.blind.personal}</p>
      ) : !isOpen ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="secondary"
            size="small"
            className="max-sm:min-h-11"
            onClick={() => {
              open();
              // The button disappears.
              heading.current?.focus();
            }}
          >
            {words.show}
          </Button>
          {isRecorded && <span className="text-sm text-muted">{words.recorded}</span>}
        </p>
      ) : data !== undefined ? (
        <FactList
          none={admin.detail.none}
          facts={personalNames.map((name) => {
            const { label, kind } = fieldOf(name);
            const text = answerText(data[name], kind);
            return [label, changed.has(name) ? <Changed key={name} text={text} /> : text] as const;
          })}
        />
      ) : hasFailed ? (
        <RetryAlert retry={words.retry} onRetry={retry}>
          {words.failed}
        </RetryAlert>
      ) : (
        <Skeleton label={words.loading} lines={3} />
      )}
    </section>
  );
}
