/** Reads the event stream of /admin/events with fetch, because EventSource cannot send the token. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { ApplicationStatus } from './applications';
import type { Role } from '../generated/models/Role';
import { openStream } from '../transport/stream';

/** The server sends a comment every 25 s. */
const SILENCE_MS = 60_000;

export type ReviewEvent =
  | {
      readonly type: 'application.submitted' | 'application.decided' | 'application.changed';
      readonly applicationId: string;
      readonly status: ApplicationStatus;
    }
  | {
      /** In the stream, an edit or deletion of a note is an `application.changed`. */
      readonly type: 'note.added' | 'note.changed';
      readonly applicationId: string;
      readonly noteId: string;
    }
  | { readonly type: 'email.failed'; readonly messageId: string }
  | {
      readonly type: 'application.withdrawn' | 'application.marked';
      readonly applicationId: string;
    }
  | { readonly type: 'role.changed'; readonly userId: string; readonly roles: readonly Role[] };

const isText = (value: unknown): value is string => typeof value === 'string';
const isStatus = (value: unknown): value is ApplicationStatus =>
  value === 'pending' || value === 'approved' || value === 'rejected';

function dataOf(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

/** Undefined for a malformed event, or an unknown one from a later version. */
function eventOf({ event: type, data: text }: EventSourceMessage): ReviewEvent | undefined {
  const data = dataOf(text);
  const { application_id: applicationId, note_id: noteId, status } = data;
  const { message_id: messageId, user_id: userId, roles } = data;
  if (type === 'email.failed' && isText(messageId)) return { type, messageId };
  if (type === 'role.changed' && isText(userId) && Array.isArray(roles))
    return { type, userId, roles: roles as Role[] };
  if (!isText(applicationId)) return undefined;
  if (type === 'application.marked') return { type, applicationId };
  const isChange = type === 'application.changed';
  if (isText(noteId) && (isChange || type === 'note.added'))
    return { type: isChange ? 'note.changed' : type, applicationId, noteId };
  if (isChange && status === null) return { type: 'application.withdrawn', applicationId };
  const hasStatus = isChange || type === 'application.submitted' || type === 'application.decided';
  return hasStatus && isStatus(status) ? { type, applicationId, status } : undefined;
}

export type Subscription = {
  /** The server sends the events after this one. */
  lastEventId?: string;
  signal: AbortSignal;
  /** Called at the first bytes: a network filter may hold back all but the headers. */
  onOpen(): void;
  onEvent(event: ReviewEvent): void;
  /** Called for unknown events as well. */
  onId(id: string): void;
};

/** Resolves when the server ends the stream. Rejects with ApiProblem. */
export async function readReviewEvents(subscription: Subscription): Promise<void> {
  const { lastEventId, signal, onOpen, onEvent, onId } = subscription;
  const { chunks } = await openStream({
    path: '/admin/events',
    accept: 'text/event-stream',
    headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    signal,
    silenceMs: SILENCE_MS,
  });
  const parser = createParser({
    onEvent: (message) => {
      if (message.id !== undefined) onId(message.id);
      const event = eventOf(message);
      if (event !== undefined) onEvent(event);
    },
  });
  const decoder = new TextDecoder();
  let isOpen = false;
  for await (const chunk of chunks) {
    if (!isOpen) onOpen();
    isOpen = true;
    parser.feed(decoder.decode(chunk, { stream: true }));
  }
}
