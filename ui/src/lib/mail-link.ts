/** Some mail programs do not accept longer links. */
const LONGEST_LINK = 1900;

/**
 * Opens a message in the user's mail program. `whole` is false if the text had to be truncated. An address may contain `?` and
 * `&`, which would add recipients.
 */
export function mailLink(to: string, subject: string, text: string) {
  const address = encodeURIComponent(to).replaceAll('%40', '@');
  const linkTo = (body: string) =>
    `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  // Truncates by code points. RFC 6068 requires these line breaks.
  const characters = [...text.replace(/\r?\n/g, '\r\n')];
  const all = characters.length;
  while (linkTo(characters.join('')).length > LONGEST_LINK)
    characters.length -= Math.max(1, Math.floor(characters.length / 50));
  return { href: linkTo(characters.join('')), whole: characters.length === all };
}
