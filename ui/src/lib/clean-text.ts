/**
 * Removes invisible characters that a paste can contain, such as direction marks around a phone number, soft hyphens and
 * tabs. The server refuses them in a single line. The joiners and selectors inside an emoji stay.
 */
import { setNativeValue } from './browser/native-value';

const EMOJI =
  /\p{Regional_Indicator}{2}|[#*0-9]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?(?:[\u{E0020}-\u{E007E}]+\u{E007F})?(?:\u200D\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?)*/u;
/** The same characters as in crates/domain/src/shared/text.rs. U+2800 is the blank Braille pattern. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const IN_ONE_LINE = new RegExp(`(${EMOJI.source})|${INVISIBLE.source}`, 'gu');

const BREAKS = /[\t\n\v\f\r\x85\u2028\u2029]+/g;

export const cleanLine = (text: string): string =>
  text.replace(BREAKS, ' ').replace(IN_ONE_LINE, (_, emoji?: string) => emoji ?? '');

/** In multi-line text the server refuses only control characters. */
export const cleanLines = (text: string): string =>
  text.replace(/[\v\f\x85\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\t\n\r]/gu, '');

const ONE_LINE_TYPES = ['text', 'tel', 'email', 'search'];

function cleanerOf(field: HTMLInputElement | HTMLTextAreaElement) {
  if (field instanceof HTMLTextAreaElement) return cleanLines;
  return ONE_LINE_TYPES.includes(field.type) ? cleanLine : null;
}

/**
 * For `onInputCapture` of a form: cleans the text of a field before the handlers of the field run, and keeps the cursor after
 * the same character. Passwords are not changed.
 */
export function cleanInput({ target, nativeEvent }: { target: EventTarget; nativeEvent: Event }) {
  // The text is not final during composition.
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const clean = cleanerOf(target);
  if (clean === null) return;
  const { value, selectionStart } = target;
  const cleaned = clean(value);
  if (cleaned === value) return;
  setNativeValue(target, cleaned);
  // The selection is null in an email field.
  if (selectionStart === null) return;
  const cursor = clean(value.slice(0, selectionStart)).length;
  target.setSelectionRange(cursor, cursor);
}
