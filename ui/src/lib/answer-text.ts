/** Formats an answer for reading; undefined if it is blank. */
import { longDate } from './dates';

export function answerText(
  answer: string | readonly string[] | undefined,
  kind: string,
): string | undefined {
  const text = typeof answer === 'object' ? answer.join(', ') : (answer?.trim() ?? '');
  if (text === '') return undefined;
  return kind === 'date' ? longDate(text) : text;
}
