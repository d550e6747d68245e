const OFFERED = 3;

/** Up to three other articles: first those of the same kind, then the rest, in list order. */
export function relatedTo<T>(
  one: T,
  all: readonly T[],
  kindOf: (item: T) => unknown,
): readonly T[] {
  const others = all.filter((other) => other !== one);
  const same = others.filter((other) => kindOf(other) === kindOf(one));
  return [...same, ...others.filter((other) => !same.includes(other))].slice(0, OFFERED);
}
