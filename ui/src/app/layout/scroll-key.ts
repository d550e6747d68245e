/**
 * The key under which an entry of the history stores its scroll position. A change of the query alone keeps
 * the key, so that filtering or stepping does not jump to the top.
 */
interface Place {
  key: string;
  pathname: string;
  search: string;
}

export function createScrollKey(): (place: Place) => string {
  const known = new Map<string, string>();
  let last: (Place & { under: string }) | null = null;
  return (place) => {
    let under = known.get(place.key);
    if (under === undefined) {
      const onlyTheQuery = last?.pathname === place.pathname && last.search !== place.search;
      under = last && onlyTheQuery ? last.under : place.key;
      known.set(place.key, under);
    }
    last = { key: place.key, pathname: place.pathname, search: place.search, under };
    return under;
  };
}
