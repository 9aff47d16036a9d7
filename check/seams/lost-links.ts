import type { Report } from '../../src/findings/report.ts';
import { faceLocation } from '../../src/geometry/faces.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { hasTransitions, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { transitionAt } from '../../src/seams/perimeter-edges.ts';
import { pairKey } from '../../src/seams/seam-search.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { placeAt } from '../facts/links.ts';

/** Links are reported as lost or misnumbered as a whole when this many rooms are concerned; one room may be a single slip. */
const LEAST_ROOMS = 2;

/** A perimeter edge and the rooms whose edges coincide with it. */
interface Coincident {
	readonly edge: number;
	readonly to: number;
	readonly rooms: readonly number[];
}

/**
 * Reports links that are wrong as a whole, each cause once: a level without any links, a room that lost its own, and links that were numbered by
 * another layout, with its rooms in another order.
 *
 * @param tolerance edges this near coincide, metres
 * @returns the perimeter edges whose faults these findings explain
 */
export function checkLostLinks(facts: LevelFacts, tolerance: number, report: Report): ReadonlySet<number> {
	const equal = reportEqual(facts, report);
	const all = coincidentEdges(facts, tolerance).filter(({ edge }) => !equal.has(edge));
	return new Set([...equal, ...reportUnlinked(facts, all, report), ...reportMisnumbered(facts, all, report)]);
}

/** Reports rooms with the same ground as an earlier one. @returns their perimeter edges, and those that lead to them */
function reportEqual({ level, perimeter }: LevelFacts, report: Report): ReadonlySet<number> {
	const first = new Map<string, number[]>();
	const copies = new Set<number>();
	for (const [room, { name, walkmesh }] of level.rooms.entries()) {
		const key = walkmesh === undefined ? undefined : groundKey(walkmesh);
		if (walkmesh === undefined || key === undefined) continue;
		const known = first.get(key) ?? [];
		const same = known.find((other) => hasSameCorners(level.rooms[other].walkmesh, walkmesh));
		if (same === undefined) {
			known.push(room);
			first.set(key, known);
			continue;
		}
		copies.add(room);
		const other = level.rooms[same].name;
		const location = { room: name, otherRoom: other, ...faceLocation(walkmesh, 0) };
		report.add(LEVEL_CHECK_FINDINGS.ROOMS_EQUAL, location, { index: same, name: other });
	}
	const edges = new Set<number>();
	if (copies.size === 0) return edges;
	for (let edge = 0; edge < perimeter.count; edge++)
		if (copies.has(perimeter.rooms[edge]) || copies.has(transitionAt(level, perimeter, edge))) edges.add(edge);
	return edges;
}

/** A key that is the same for walkmeshes with the same ground, and hardly ever for others; undefined for one without faces. */
function groundKey({ positions, faces }: Walkmesh): string | undefined {
	return faces.length === 0 ? undefined : [positions.length, faces.length, ...positions.subarray(0, 9)].join(' ');
}

function hasSameCorners(one: Walkmesh | undefined, { positions, faces }: Walkmesh): boolean {
	return (
		one !== undefined &&
		positions.every((value, i) => value === one.positions[i]) &&
		faces.every((vertex, i) => vertex === one.faces[i])
	);
}

function coincidentEdges({ level, perimeter, facing }: LevelFacts, tolerance: number): Coincident[] {
	const found: Coincident[] = [];
	for (let edge = 0; edge < perimeter.count; edge++) {
		const along = facing.of(edge);
		if (along.length === 0) continue;
		const rooms = along.filter(({ ends }) => ends <= tolerance).map(({ other }) => perimeter.rooms[other]);
		if (rooms.length > 0) found.push({ edge, to: transitionAt(level, perimeter, edge), rooms });
	}
	return found;
}

/** Reports rooms without any link, though their edges coincide with those of others. */
function reportUnlinked(
	{ level, perimeter }: LevelFacts,
	all: readonly Coincident[],
	report: Report,
): readonly number[] {
	const isLinked = level.rooms.map(({ walkmesh }) => hasTransitions(walkmesh));
	const byRoom = groupBy(
		all.filter(({ edge }) => !isLinked[perimeter.rooms[edge]]),
		({ edge }) => perimeter.rooms[edge],
	);
	const beside = (own: readonly Coincident[]): number => new Set(own.flatMap(({ rooms }) => rooms)).size;
	const edges = [...byRoom.values()].flat();
	if (!isLinked.includes(true)) {
		const pairs = new Set(
			edges.flatMap(({ edge, rooms }) => rooms.map((room) => pairKey(perimeter.rooms[edge], room))),
		);
		if (pairs.size < LEAST_ROOMS) return [];
		report.add(LEVEL_CHECK_FINDINGS.ROOM_UNLINKED, placeAt(level, perimeter, edges[0].edge), { pairs: pairs.size });
		return edges.map(({ edge }) => edge);
	}
	return [...byRoom.values()].flatMap((own) => {
		const rooms = beside(own);
		if (rooms < LEAST_ROOMS) return [];
		report.add(LEVEL_CHECK_FINDINGS.ROOM_UNLINKED, placeAt(level, perimeter, own[0].edge), {
			rooms,
			edges: own.length,
		});
		return own.map(({ edge }) => edge);
	});
}

/** Reports links that consistently name other rooms than those they lie along: each number always stands for the same room. */
function reportMisnumbered(
	{ level, perimeter }: LevelFacts,
	all: readonly Coincident[],
	report: Report,
): readonly number[] {
	const meant = new Map<number, { readonly rooms: Set<number>; readonly edges: number[] }>();
	for (const { edge, to, rooms } of all) {
		if (to === NONE) continue;
		const known = meant.get(to);
		// Where several rooms lie along a link, a number can only stand for one that all links with this number lie along.
		if (known === undefined) meant.set(to, { rooms: new Set(rooms), edges: [edge] });
		else {
			for (const room of known.rooms) if (!rooms.includes(room)) known.rooms.delete(room);
			known.edges.push(edge);
		}
	}
	const wrong = [...meant].filter(([to, { rooms }]) => rooms.size > 0 && !rooms.has(to)).sort(([a], [b]) => a - b);
	if (wrong.length < LEAST_ROOMS) return [];
	const edges = wrong.flatMap(([, each]) => each.edges);
	const [[to, { rooms }]] = wrong;
	report.add(LEVEL_CHECK_FINDINGS.LINKS_MISNUMBERED, placeAt(level, perimeter, edges[0]), {
		edges: edges.length,
		numbers: wrong.length,
		to,
		toName: level.rooms[to]?.name,
		name: level.rooms[[...rooms][0]].name,
	});
	// Numbers that no link confirms belong to the other layout as well.
	const confirmed = new Set(all.filter(({ to: number, rooms: own }) => own.includes(number)).map((each) => each.to));
	return Array.from({ length: perimeter.count }, (_, edge) => edge).filter((edge) => {
		const number = transitionAt(level, perimeter, edge);
		return number !== NONE && !confirmed.has(number);
	});
}
