/** A message of the contact form, and what an administrator can do with it. */
import { useRef } from 'react';
import {
  changeContactMessage,
  type ContactMessage,
  type ContactMessageState,
  type MessageAct,
} from '../../../api/contact';
import { toProblem } from '../../../api/errors';
import { Button, buttonClasses } from '../../../components/controls/button';
import { SideSheet } from '../../../components/dialogs/side-sheet';
import { Alert } from '../../../components/feedback/alert';
import { type BadgeTone, StatusBadge } from '../../../components/feedback/status-badge';
import { showToast } from '../../../components/feedback/toast';
import { FactList } from '../../../components/lists/fact-list';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { messages } from '../../../content/membership/messages';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { mailLink } from '../../../lib/mail-link';
import { ownerName, subjectLabel } from './message';

const words = messages.sheet;

const tones: Record<ContactMessageState, BadgeTone> = {
  new: 'waiting',
  answered: 'good',
  spam: 'bad',
};

const acts: Record<ContactMessageState, readonly MessageAct[]> = {
  new: ['answer', 'spam'],
  answered: ['reopen'],
  spam: ['reopen'],
};

/** The answer begins below an empty line, the message is quoted. */
const quoted = (text: string) => `\n\n${text.replace(/^/gm, '> ')}`;

type Props = {
  message: ContactMessage;
  userId: string;
  /** With the changed message, or after a refusal without one. */
  onChange(message?: ContactMessage): void;
  onClose(): void;
  finalFocus(): HTMLElement | null;
};

export function MessageSheet({ message, userId, onChange, onClose, finalFocus }: Props) {
  const { full_name, email, phone, subject, state, owner_name, handled_at } = message;
  const content = useRef<HTMLDivElement>(null);
  const { busy, outcome, act } = useAct((cause) => {
    onChange();
    return toProblem(cause).message;
  });

  const change = (chosen: MessageAct) =>
    act(async () => {
      onChange(await changeContactMessage(message.id, chosen));
      showToast({ title: words.done[chosen], variant: 'success' });
      // The pressed button disappears.
      content.current?.focus();
    });

  // The owner of a message stays its owner, unless the account is deleted.
  const available: readonly MessageAct[] =
    owner_name === null ? [...acts[state], 'take'] : acts[state];
  const reply = mailLink(email, words.replySubject(subjectLabel(subject)), quoted(message.message));
  return (
    <SideSheet
      onClose={onClose}
      title={words.title(full_name)}
      about={
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <StatusBadge tone={tones[state]}>{messages.states[state]}</StatusBadge>
          <span>{subjectLabel(subject)}</span>
          <DateTime at={message.received_at} withTime />
        </p>
      }
      label={words.label}
      content={content}
      finalFocus={finalFocus}
      footer={
        <div className="space-y-3">
          {outcome !== null && <Alert variant="destructive">{outcome}</Alert>}
          <div className="flex flex-wrap gap-3">
            <a href={reply.href} className={buttonClasses('primary')}>
              {words.reply}
            </a>
            {available.map((one) => (
              <Button key={one} variant="secondary" busy={busy} onClick={() => void change(one)}>
                {one === 'reopen' && state === 'spam' ? words.notSpam : words.acts[one]}
              </Button>
            ))}
          </div>
          <p className="text-sm text-muted">{words.replyHint}</p>
        </div>
      }
    >
      <p className="mb-6 max-w-[65ch] text-lg leading-relaxed wrap-anywhere whitespace-pre-line">
        {message.message}
      </p>
      <FactList
        none={words.none}
        facts={[
          [words.email, email],
          [words.phone, phone ?? undefined],
          [words.teacher, message.is_teacher ? words.isTeacher : words.unstated],
          [words.owner, ownerName(message, userId)],
          ...(handled_at === null
            ? []
            : [
                [
                  words.handled[state],
                  <span key="handled">
                    <span>{message.handler_name ?? admin.deletedAccount}</span>
                    {', '}
                    <DateTime at={handled_at} withTime />
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </SideSheet>
  );
}
