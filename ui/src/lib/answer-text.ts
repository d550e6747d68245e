/** Formats an answer for reading; undefined if it is blank. */
import { longDate } from './dates';

export function answerText(
  answer: string | readonly string[] | null | undefined,
  kind: string,
): string | undefined {
  const text = typeof answer === 'string' ? answer.trim() : (answer?.join(', ') ?? '');
  if (text === '') return undefined;
  return kind === 'date' ? longDate(text) : text;
}
