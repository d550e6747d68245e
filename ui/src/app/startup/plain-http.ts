/**
 * Adds `crypto.randomUUID`, which browsers provide only on https and localhost. A site on plain http in a local network would
 * otherwise send no photo, note or decision.
 */
const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** Version 4, from the random bytes that browsers provide everywhere. */
function randomUUID(): ReturnType<Crypto['randomUUID']> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const [version = 0, variant = 0] = [bytes[6], bytes[8]];
  bytes.set([(version & 0x0f) | 0x40], 6);
  bytes.set([(variant & 0x3f) | 0x80], 8);
  const text = [...bytes].map(hex).join('');
  const [, a, b, c, d, e] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(text) ?? [];
  return `${a}-${b}-${c}-${d}-${e}`;
}

export function provideRandomUuid(): void {
  Object.assign(crypto, { randomUUID });
}
