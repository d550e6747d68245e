/** Whether each mail about the application was sent, is waiting or failed. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ApplicationDetail } from '../../../api/review/applications';
import { type ApplicationMessage, retryMessage } from '../../../api/review/messages';
import { Button } from '../../../components/controls/button';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { showToast } from '../../../components/feedback/toast';
import { DateTime } from '../../../components/text/date-time';
import { reviewDesk } from '../../../content/membership/review-desk';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { detailKey } from '../review-cache';

const words = reviewDesk.messages;
const tones = { queued: 'waiting', sent: 'good', failed: 'bad' } as const;

const FIRST_CHECK_MS = 3_000;
const LAST_CHECK_MS = 60_000;

/** How long to wait before a waiting mail is looked at again, and longer each time, because each look is logged. */
export const nextCheck = (application: ApplicationDetail | undefined, looks: number) =>
  application?.messages?.some(({ state }) => state === 'queued') === true &&
  Math.min(LAST_CHECK_MS, FIRST_CHECK_MS * 2 ** Math.max(0, looks - 1));

const nameOf = ({ template }: ApplicationMessage) => words.templates[template] ?? template;

type Props = { id: string } & Required<Pick<ApplicationDetail, 'messages'>>;

export function ApplicationMessages({ id, messages }: Props) {
  const cache = useQueryClient();
  const { busy, run } = useSingleFlight();
  const section = useRef<HTMLElement>(null);
  if (messages.length === 0) return null;

  const retry = (message: ApplicationMessage) =>
    run(async () => {
      try {
        await retryMessage(message.id, crypto.randomUUID());
        showToast({ title: words.retried, variant: 'success' });
        // The button disappears.
        section.current?.focus();
      } catch {
        showToast({ title: words.retryFailed, variant: 'destructive' });
      }
      await cache.invalidateQueries({ queryKey: detailKey(id) });
    });

  return (
    <section ref={section} tabIndex={-1} data-print="hide">
      <h3 className="mb-3 border-b border-sand pb-1 font-serif text-lg">{words.title}</h3>
      <ul className="space-y-2">
        {messages.map((message) => (
          <li key={message.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-48 wrap-anywhere">{nameOf(message)}</span>
            <StatusBadge tone={tones[message.state]}>{words.states[message.state]}</StatusBadge>
            <span className="text-sm text-muted">
              <DateTime at={message.at} withTime />
              {message.state === 'sent' && <span>{`, ${words.sentMeans}`}</span>}
            </span>
            {message.state === 'failed' && (
              <Button
                variant="secondary"
                size="small"
                className="max-sm:min-h-11"
                busy={busy}
                aria-label={words.retryOf(nameOf(message))}
                onClick={() => void retry(message)}
              >
                {words.retry}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
