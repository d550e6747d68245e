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
  | { readonly type: 'application.withdrawn'; readonly applicationId: string }
  | { readonly type: 'role.changed'; readonly userId: string; readonly roles: readonly Role[] };

type Member = 'application_id' | 'note_id' | 'message_id' | 'status' | 'user_id' | 'roles';
type Data = Partial<Record<Member, unknown>>;

const isStatus = (value: unknown): value is ApplicationStatus =>
  value === 'pending' || value === 'approved' || value === 'rejected';

function dataOf(text: string): Data | null {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' ? data : null;
  } catch {
    return null;
  }
}

/** Undefined for a malformed event, or an unknown one from a later version. */
function eventOf({ event, data: text }: EventSourceMessage): ReviewEvent | undefined {
  const data = dataOf(text);
  if (data === null) return undefined;
  const { application_id: applicationId, status, user_id: userId, roles } = data;
  const { note_id: noteId, message_id: messageId } = data;
  switch (event) {
    case 'application.changed':
      if (typeof applicationId !== 'string') return undefined;
      if (typeof noteId === 'string') return { type: 'note.changed', applicationId, noteId };
      if (status === null) return { type: 'application.withdrawn', applicationId };
      return isStatus(status) ? { type: event, applicationId, status } : undefined;
    case 'application.submitted':
    case 'application.decided':
      return typeof applicationId === 'string' && isStatus(status)
        ? { type: event, applicationId, status }
        : undefined;
    case 'note.added':
      return typeof applicationId === 'string' && typeof noteId === 'string'
        ? { type: event, applicationId, noteId }
        : undefined;
    case 'email.failed':
      return typeof messageId === 'string' ? { type: event, messageId } : undefined;
    case 'role.changed':
      return typeof userId === 'string' && Array.isArray(roles)
        ? { type: event, userId, roles: roles as Role[] }
        : undefined;
    default:
      return undefined;
  }
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
