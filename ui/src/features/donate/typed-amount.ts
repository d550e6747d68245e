const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/** Formats a typed amount as `$1,250` or `$75.50`. Undefined for zero and other text. */
export function typedAmount(text: string): string | undefined {
  const [, whole, cents = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const dollars = Number(whole.replaceAll(',', ''));
  if (dollars > 1_000_000 || (dollars === 0 && Number(cents) === 0)) return undefined;
  return `$${dollars.toLocaleString('en-US')}${cents === '' ? '' : `.${cents.padEnd(2, '0')}`}`;
}
