/** The map: twelve states in honey, the others in sand, a dot for each district. It reads on paper and on ink. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import { districtsOf, placeDistricts, type Ring } from './map-districts';
import { palette } from './palette';
import { n, path, picture } from './shapes';

type StateTopology = Parameters<typeof feature>[0] & {
  objects: { states: { type: 'GeometryCollection'; geometries: never[] } };
};

interface State {
  name: string;
  rings: Ring[];
}

/** us-atlas has it projected to 975 by 610; islands west of the picture are left out. */
const SCALE = 0.965;
const SMALLEST_ISLAND = 14;
const DETAIL = 2.6;

const file = createRequire(import.meta.url).resolve('us-atlas/states-albers-10m.json');
const atlas = JSON.parse(readFileSync(file, 'utf8')) as StateTopology;
const topology = simplify(presimplify(atlas as never), DETAIL) as unknown as StateTopology;

const project = ([x, y]: number[]): [number, number] => [
  (x ?? 0) * SCALE + 11,
  (y ?? 0) * SCALE + 1,
];

function areaOf(ring: Ring): number {
  const twice = ring.reduce((sum, [x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1];
    return sum + x1 * y2 - x2 * y1;
  }, 0);
  return Math.abs(twice / 2);
}

function readStates(): State[] {
  const collection = feature(topology, topology.objects.states) as unknown as {
    features: {
      properties: { name: string };
      geometry: { type: string; coordinates: number[][][] | number[][][][] };
    }[];
  };
  return collection.features.map(({ properties, geometry }) => {
    const polygons = (
      geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    ) as number[][][][];
    const rings = polygons.flat().map((ring) => ring.slice(0, -1).map(project));
    return {
      name: properties.name,
      rings: rings.filter((ring) => areaOf(ring) > SMALLEST_ISLAND && ring.every(([x]) => x > 0)),
    };
  });
}

const line = (points: Ring) => points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L');
const outline = (rings: readonly Ring[]) => rings.map((ring) => `M${line(ring)}z`).join('');

const isRepresented = (name: string): name is keyof typeof districtsOf => name in districtsOf;

const states = readStates();
const represented = states.filter(({ name }) => isRepresented(name));
const others = states.filter(({ name }) => !isRepresented(name));

const borders = mesh(topology, topology.objects.states, (a, b) => a !== b);
const borderLines = borders.coordinates.map((points) => `M${line(points.map(project))}`).join('');

export const districts = represented.map(({ name, rings }) => ({
  name,
  rings,
  places: isRepresented(name) ? placeDistricts(rings, districtsOf[name]) : [],
}));

const dots = districts
  .flatMap(({ places }) => places.map(([x, y]) => `M${n(x)} ${n(y)}h0`))
  .join('');

export const map: Record<string, string> = {
  'map/states-and-districts': picture(
    960,
    600,
    path(outline(others.flatMap(({ rings }) => rings)), {
      fill: palette.sand,
      stroke: palette.sandDeep,
      width: 1.5,
    }),
    path(outline(represented.flatMap(({ rings }) => rings)), {
      fill: palette.honey,
      stroke: palette.gold,
      width: 1.5,
    }),
    path(borderLines, { stroke: palette.paper, width: 1.6 }),
    path(dots, { stroke: palette.ink, width: 8 }),
  ),
};
