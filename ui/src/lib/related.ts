/** Which articles to offer at the end of one. */
const OFFERED = 3;

/** Three others: first those of the same kind, then the rest, each in the order of the list. */
export function relatedTo<T>(
  one: T,
  all: readonly T[],
  kindOf: (item: T) => unknown,
): readonly T[] {
  const others = all.filter((other) => other !== one);
  const same = others.filter((other) => kindOf(other) === kindOf(one));
  return [...same, ...others.filter((other) => !same.includes(other))].slice(0, OFFERED);
}
