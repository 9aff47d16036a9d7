import type { Place, Report } from '../../findings/index.ts';
import { NONE } from '../../walkmesh/index.ts';
import type { Level } from '../level.ts';
import { DISTANCE_GRAIN } from '../link/choose.ts';
import { GREATEST_SNAP } from '../link/link.ts';
import { findCandidates } from '../seams/candidates.ts';
import { endsAreEqual, reverseDistance } from '../seams/facing.ts';
import { middleOf, type PerimeterEdges } from '../seams/perimeter-edges.ts';
import { EdgeBlocks } from './edge-blocks.ts';

/** Reports transitions that block the player, lead one way only, or whose edges do not lie on each other. */
export function checkLinks(level: Level, perimeter: PerimeterEdges, tolerance: number, report: Report): void {
	const partners = nearPartners(perimeter);
	const blocks = new Map<number, EdgeBlocks>();
	const blocksOf = (room: number): EdgeBlocks => {
		const made = blocks.get(room) ?? new EdgeBlocks(perimeter, room);
		blocks.set(room, made);
		return made;
	};
	for (let index = 0; index < perimeter.count; index++) {
		const to = transitionAt(level, perimeter, index);
		if (to === NONE) continue;
		const place = placeAt(level, perimeter, index);
		if (to < 0 || to >= level.rooms.length) {
			report.add('LINK_OUT_OF_RANGE', place, { to, rooms: level.rooms.length });
		} else if (to === perimeter.rooms[index]) {
			report.add('LINK_TO_SELF', place, { to });
		} else if (perimeter.starts[to] === perimeter.starts[to + 1]) {
			const { name, walkmesh } = level.rooms[to];
			report.add('LINK_WITHOUT_GROUND', place, { to, name, walkmesh: walkmesh !== undefined });
		} else {
			checkPartner(level, perimeter, index, to, partners, blocksOf, tolerance, report);
		}
	}
}

/** The transition of a perimeter edge. */
export function transitionAt(level: Level, { rooms, edges }: PerimeterEdges, index: number): number {
	return level.rooms[rooms[index]].walkmesh?.transitions[edges[index]] ?? NONE;
}

/** Where a perimeter edge is, for findings. */
export function placeAt(level: Level, perimeter: PerimeterEdges, index: number): Place {
	const room = level.rooms[perimeter.rooms[index]].name;
	return { room, edge: perimeter.edges[index], at: middleOf(perimeter, index) };
}

function checkPartner(
	level: Level,
	perimeter: PerimeterEdges,
	index: number,
	to: number,
	partners: ReadonlyMap<number, readonly number[]>,
	blocksOf: (room: number) => EdgeBlocks,
	tolerance: number,
	report: Report,
): void {
	const place = placeAt(level, perimeter, index);
	const { name } = level.rooms[to];
	const near = (partners.get(index) ?? []).filter((other) => perimeter.rooms[other] === to);
	if (near.length === 0) {
		checkDistant(level, perimeter, index, to, blocksOf(to), report);
		return;
	}
	const [nearest] = near;
	const distance = reverseDistance(perimeter.points, index, nearest);
	if (distance > tolerance) report.add('LINK_APART', place, { to, name, distance });
	else if (!endsAreEqual(perimeter.points, index, nearest)) report.add('LINK_INEXACT', place, { to, name, distance });
	const alike = near.filter((other) => reverseDistance(perimeter.points, index, other) <= distance + DISTANCE_GRAIN);
	checkWayBack(level, perimeter, index, alike, report);
}

/** A link to a room that has no edge in the place of this one. */
function checkDistant(
	level: Level,
	perimeter: PerimeterEdges,
	index: number,
	to: number,
	blocks: EdgeBlocks,
	report: Report,
): void {
	const place = placeAt(level, perimeter, index);
	const { name } = level.rooms[to];
	const beside = blocks.beside(index, GREATEST_SNAP, GREATEST_SNAP);
	if (beside.length > 0) {
		report.add('LINK_DIVIDED', place, { to, name });
		checkWayBack(level, perimeter, index, beside, report);
		return;
	}
	const nearest = blocks.nearest(index);
	report.add('LINK_APART', place, { to, name, ...(nearest === undefined ? {} : { distance: nearest.distance }) });
}

function checkWayBack(
	level: Level,
	perimeter: PerimeterEdges,
	index: number,
	others: readonly number[],
	report: Report,
): void {
	const own = perimeter.rooms[index];
	const backs = others.map((other) => transitionAt(level, perimeter, other));
	if (backs.includes(own)) return;
	const to = perimeter.rooms[others[0]];
	const { name } = level.rooms[to];
	report.add('LINK_ONE_WAY', placeAt(level, perimeter, index), { to, name, back: backs[0], own });
}

/** The partners an edge could have within the greatest snap, nearest first. */
function nearPartners(perimeter: PerimeterEdges): Map<number, number[]> {
	const { a, b, distances } = findCandidates(perimeter, GREATEST_SNAP);
	const order = a.map((_, i) => i).sort((i, j) => distances[i] - distances[j] || a[i] - a[j] || b[i] - b[j]);
	const partners = new Map<number, number[]>();
	const add = (edge: number, other: number): void => {
		const list = partners.get(edge);
		if (list === undefined) partners.set(edge, [other]);
		else list.push(other);
	};
	for (const i of order) {
		add(a[i], b[i]);
		add(b[i], a[i]);
	}
	return partners;
}
