/** Reads an amount of money as people type it. */
const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/** As the button says it: `$1,250`, `$75.50`. Undefined for what is not an amount, or is nothing. */
export function typedAmount(text: string): string | undefined {
  const [, whole, cents = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const dollars = Number(whole.replaceAll(',', ''));
  if (dollars > 1_000_000 || (dollars === 0 && Number(cents) === 0)) return undefined;
  return `$${dollars.toLocaleString('en-US')}${cents === '' ? '' : `.${cents.padEnd(2, '0')}`}`;
}
