/** Where the dots of the map stand: inside their state, off its border, apart from each other, always the same. */

export type Ring = readonly (readonly [number, number])[];

/** How many of the 117 school districts lie in each of the 12 states. */
export const districtsOf = {
  Texas: 16,
  California: 15,
  Florida: 12,
  Ohio: 10,
  Arizona: 9,
  'New York': 9,
  Virginia: 9,
  Georgia: 8,
  Michigan: 8,
  'North Carolina': 8,
  Colorado: 7,
  Washington: 6,
} as const;

function isInside(x: number, y: number, rings: readonly Ring[]): boolean {
  let inside = false;
  for (const ring of rings) {
    ring.forEach(([x1, y1], i) => {
      const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    });
  }
  return inside;
}

function distanceToBorder(x: number, y: number, rings: readonly Ring[]): number {
  let least = Infinity;
  for (const ring of rings) {
    ring.forEach(([x1, y1], i) => {
      const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1];
      const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
      const along = length ? ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length : 0;
      const t = Math.min(1, Math.max(0, along));
      least = Math.min(least, Math.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1)));
    });
  }
  return least;
}

/** An even but not regular sequence over the unit square (Roberts' R2). */
const sequence = (i: number) =>
  [(0.5 + i * 0.7548776662) % 1, (0.5 + i * 0.5698402909) % 1] as const;

export function placeDistricts(rings: readonly Ring[], count: number): [number, number][] {
  const xs = rings.flatMap((ring) => ring.map(([x]) => x));
  const ys = rings.flatMap((ring) => ring.map(([, y]) => y));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const candidates = Array.from({ length: 900 }, (_, i) => {
    const [u, v] = sequence(i);
    return [left + u * width, top + v * height] as [number, number];
  }).filter(([x, y]) => isInside(x, y, rings) && distanceToBorder(x, y, rings) > 6);
  for (let apart = 27; apart > 6; apart -= 1) {
    const placed: [number, number][] = [];
    for (const [x, y] of candidates) {
      if (
        placed.length < count &&
        placed.every(([px, py]) => Math.hypot(px - x, py - y) >= apart)
      ) {
        placed.push([x, y]);
      }
    }
    if (placed.length === count) return placed;
  }
  throw new Error(`No room for ${count} districts`);
}
