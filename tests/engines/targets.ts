// Finds an element by role and name, label, text or selector.

type Pattern = string | RegExp;
/** A pattern in the form that is sent to the page. */
type Sent = string | { readonly source: string; readonly flags: string };

export type Target = {
  readonly by: 'role' | 'label' | 'text' | 'selector';
  readonly what: Sent;
  readonly name?: Sent;
  readonly inside?: Target;
  /** Position among several matches. Without it there must be exactly one. */
  readonly index?: number;
};

const sent = (pattern: Pattern): Sent =>
  typeof pattern === 'string' ? pattern : { source: pattern.source, flags: pattern.flags };

export const role = (what: string, name?: Pattern, inside?: Target): Target => ({
  by: 'role',
  what,
  ...(name !== undefined && { name: sent(name) }),
  ...(inside !== undefined && { inside }),
});

const other =
  (by: 'label' | 'text' | 'selector') =>
  (what: Pattern, inside?: Target): Target => ({
    by,
    what: sent(what),
    ...(inside !== undefined && { inside }),
  });

export const label = other('label');
/** An element with this text directly in it; a string is its whole text. */
export const text = other('text');
export const selector = other('selector');

export const button = (name: Pattern, inside?: Target) => role('button', name, inside);
export const link = (name: Pattern, inside?: Target) => role('link', name, inside);
export const heading = (name: Pattern, inside?: Target) => role('heading', name, inside);

export const banner = role('banner');
export const main = role('main');
export const dialog = role('dialog');
/** An open application, beside the list on a wide screen. */
export const application = role('region', /’s application$/);
/** The notifications of the site. */
export const toasts = role('status', 'Notifications');

export const nth = (target: Target, index: number): Target => ({ ...target, index });
