import { diffWalkmeshes } from '../../check/inspect/diff.ts';
import type { WalkmeshDiff } from '../../check/inspect/differences.ts';
import { pairUp } from '../../jobs/diff.ts';
import { middleOf, type Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';

/** How two levels differ: the result of `wokflow diff` for each pair of walkmeshes, with what to show of it. */
export interface Comparison {
	readonly same: boolean;
	readonly pairs: readonly ComparedPair[];
	/** Names of rooms and objects that only one level has. */
	readonly onlyA: readonly string[];
	readonly onlyB: readonly string[];
}

export interface ComparedPair {
	readonly name: string;
	/** Rooms of the two levels. */
	readonly a: number;
	readonly b: number;
	readonly same: boolean;
	readonly counts: Readonly<Record<'moved' | 'added' | 'removed' | 'resurfaced' | 'flipped' | 'links', number>>;
	/** The vector by which the room was moved as a whole; metres. */
	readonly shift?: Vec3;
	readonly changes: readonly Change[];
}

export interface Change {
	readonly kind: 'moved' | 'added' | 'removed' | 'resurfaced' | 'flipped' | 'link';
	readonly text: string;
	readonly at: Vec3;
	/** A line to draw: from where to where it moved, or the edge of a link. */
	readonly line?: readonly [Vec3, Vec3];
	/** Faces of the two sides. */
	readonly faceA?: number;
	readonly faceB?: number;
}

/** Differences of one kind that are listed in one room. */
const LISTED = 2000;

/** Compares rooms of the same name, or the only one of each side. @param a the older level @param b the newer one */
export function compareLevels(a: Level, b: Level, table: SurfaceTable): Comparison {
	const found = pairUp(withGround(a), withGround(b));
	const pairs = found.pairs.map(([before, after]) => comparePair(before, after, [a, b], table));
	const [onlyA, onlyB] = [found.onlyA, found.onlyB].map((rooms) => rooms.map(({ walkmesh }) => walkmesh.name));
	const same = onlyA.length + onlyB.length === 0 && pairs.every((pair) => pair.same);
	return { same, pairs, onlyA, onlyB };
}

interface GroundRoom {
	readonly index: number;
	/** Under the name of its room. */
	readonly walkmesh: Walkmesh;
}

function withGround({ rooms }: Level): GroundRoom[] {
	return rooms.flatMap(({ name, walkmesh }, index) =>
		walkmesh === undefined ? [] : [{ index, walkmesh: { ...walkmesh, name } }],
	);
}

function comparePair(
	a: GroundRoom,
	b: GroundRoom,
	[levelA, levelB]: readonly [Level, Level],
	table: SurfaceTable,
): ComparedPair {
	const diff = diffWalkmeshes(a.walkmesh, b.walkmesh, table, { list: LISTED });
	const kinds = ['moved', 'added', 'removed', 'resurfaced', 'flipped', 'links'] as const;
	return {
		name: b.walkmesh.name,
		a: a.index,
		b: b.index,
		same: diff.same,
		counts: Object.fromEntries(kinds.map((kind) => [kind, diff[kind].count])) as ComparedPair['counts'],
		...(diff.shift === undefined ? {} : { shift: diff.shift }),
		changes: changesOf(diff, levelA, levelB, table),
	};
}

function changesOf(diff: WalkmeshDiff, levelA: Level, levelB: Level, table: SurfaceTable): Change[] {
	const label = (surface: number): string => surfaceLabel(table, surface);
	const roomName = (level: Level, room: number): string =>
		room < 0 ? 'none' : (level.rooms[room]?.name ?? `#${room}`);
	const { removed, added, resurfaced, flipped, moved, links } = diff;
	return [
		...removed.first.map(({ face, surface, at }): Change => {
			return { kind: 'removed', text: `face ${face} removed, ${label(surface)}`, at, faceA: face };
		}),
		...added.first.map(({ face, surface, at }): Change => {
			return { kind: 'added', text: `face ${face} added, ${label(surface)}`, at, faceB: face };
		}),
		...resurfaced.first.map(({ from, to, ...face }): Change => {
			return { kind: 'resurfaced', text: `face ${face.faceB}: ${label(from)} is now ${label(to)}`, ...face };
		}),
		...flipped.first.map((face): Change => ({ kind: 'flipped', text: `face ${face.faceB} flipped`, ...face })),
		...moved.first.map(({ from, to, distance }): Change => {
			return { kind: 'moved', text: `vertex moved ${distance.toFixed(3)} m`, at: to, line: [from, to] };
		}),
		...links.first.map(({ from, to, ends }): Change => {
			const text = `link to ${roomName(levelA, from)} is now to ${roomName(levelB, to)}`;
			return { kind: 'link', text, at: middleOf(ends), line: ends };
		}),
	];
}
