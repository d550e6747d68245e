/**
 * What a paste brings along and nobody sees: direction marks round a phone number, soft hyphens, tabs. The server refuses
 * such characters in one line, so they go while the text is typed. The joiners and selectors inside an emoji stay.
 */
const EMOJI =
  /\p{Regional_Indicator}{2}|[#*0-9]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?(?:[\u{E0020}-\u{E007E}]+\u{E007F})?(?:\u200D\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?)*/u;
/** As in crates/domain/src/shared/text.rs; U+2800 is a blank pattern of Braille. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const IN_A_LINE = new RegExp(`(${EMOJI.source})|${UNSEEN.source}`, 'gu');

const BREAKS = /[\t\n\v\f\r\x85\u2028\u2029]+/g;

export const cleanLine = (text: string): string =>
  text.replace(BREAKS, ' ').replace(IN_A_LINE, (_, emoji?: string) => emoji ?? '');

/** Of several lines: only control characters are refused there. */
export const cleanLines = (text: string): string =>
  text.replace(/[\v\f\x85\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\t\n\r]/gu, '');

const ONE_LINE = ['text', 'tel', 'email', 'search'];

function setterOf(target: EventTarget) {
  if (target instanceof HTMLTextAreaElement)
    return { field: target, of: HTMLTextAreaElement.prototype, clean: cleanLines };
  return target instanceof HTMLInputElement && ONE_LINE.includes(target.type)
    ? { field: target, of: HTMLInputElement.prototype, clean: cleanLine }
    : null;
}

/**
 * For `onInputCapture` of a form: cleans the text of each field before the field's own handlers see it, and keeps the
 * cursor behind the same character. Passwords stay as they are.
 */
export function cleanInput({ target, nativeEvent }: { target: EventTarget; nativeEvent: Event }) {
  // An input method has not finished its word.
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
  const setter = setterOf(target);
  if (setter === null) return;
  const { field, of, clean } = setter;
  const { value, selectionStart } = field;
  const cleaned = clean(value);
  if (cleaned === value) return;
  // Past React, which would take its own change for one that it knows already and stay silent.
  Object.getOwnPropertyDescriptor(of, 'value')?.set?.call(field, cleaned);
  // Null for an email address.
  if (selectionStart === null) return;
  const cursor = clean(value.slice(0, selectionStart)).length;
  field.setSelectionRange(cursor, cursor);
}
