import { describe, expect, test } from 'vitest';
import { type MissedGround, withUnreached } from '../../check/ground/ground-answer.ts';
import type { Finding } from '../../src/findings/report.ts';

type Piece = Partial<MissedGround>;
type Other = Partial<Finding>;

/** A piece of the hall that ends at the origin and matters. */
const PIECE: MissedGround = {
	area: 9,
	rooms: ['hall'],
	at: [1, 2, 0],
	matters: true,
	isRooms: false,
	border: [[0, 0, 0]],
	among: ['hall', 'yard'],
};
const made = (code: string, more: Other): Finding => ({
	code,
	severity: 'warning',
	message: '',
	help: '',
	location: {},
	...more,
});
/** The findings of ground that these pieces of a level add to another one. */
function added(pieces: readonly Piece[], other?: Finding, isShown?: (finding: Finding) => boolean): readonly Finding[] {
	const data = { missed: pieces.map((piece) => ({ ...PIECE, ...piece })) };
	const given = [made('GROUND_REACH', { severity: 'info', data }), ...(other === undefined ? [] : [other])];
	const all = withUnreached(given, isShown);
	expect(all.slice(0, given.length)).toEqual(given);
	return all.slice(given.length);
}

const ROOM: Piece = { isRooms: true };
const way = (gap: number, step = 0): Piece => ({ way: { at: [0, 0, 0], to: [0, 0, step], room: 'yard', gap, step } });
const barrier: NonNullable<MissedGround['barrier']> = { at: [0, 0, 0], width: 0, room: 'hall' };
const at = (x: number, more: Other['location'] = {}): Other => ({ location: { ...more, at: [x, 0, 0] } });
const room = (name: string): Other => ({ location: { room: name } });

describe('ground that nobody reaches', () => {
	test.each<[what: string, code: string, other: Other, piece: Piece, isAccounted: boolean]>([
		['a fault at its border', 'X', at(0.5), {}, true],
		['one farther away', 'X', at(0.51), {}, false],
		['one without a place', 'X', room('hall'), {}, false],
		['a fault of a whole room that it lies beside', 'ROOM_SHIFTED', room('YARD'), {}, true],
		['named second', 'ROOMS_SWAPPED', { location: { room: 'roof', otherRoom: 'yard' } }, {}, true],
		['of one that is far from it', 'ROOM_SHIFTED', room('roof'), {}, false],
		['of that, where the piece is a room', 'ROOM_SHIFTED', room('roof'), ROOM, true],
		['a fault of a link of its room', 'SEAM_UNLINKED', room('hall'), ROOM, true],
		['of another', 'SEAM_UNLINKED', room('yard'), ROOM, false],
		['where it is not a whole room', 'SEAM_UNLINKED', room('hall'), {}, false],
		['a fence along the border', 'FENCE_ACROSS', { ...at(2.5), data: { length: 4 } }, { barrier }, true],
		['a fence farther away', 'FENCE_ACROSS', { ...at(2.51), data: { length: 4 } }, { barrier }, false],
		['corners as near as it', 'VERTEX_NEAR_MISS', { ...room('hall'), data: { distance: 0.05 } }, way(0.03, 0.04), true],
		['corners nearer', 'VERTEX_NEAR_MISS', { ...room('hall'), data: { distance: 0.04 } }, way(0.03, 0.04), false],
		['corners of another room', 'VERTEX_NEAR_MISS', { ...room('yard'), data: { distance: 1 } }, way(0.03), false],
		[
			'corners before a wall',
			'VERTEX_NEAR_MISS',
			{ ...room('hall'), data: { distance: 1 } },
			{ ...way(0), barrier },
			false,
		],
		['a T-junction where faces touch', 'T_JUNCTION', room('hall'), way(0), true],
		['of a file without rooms', 'T_JUNCTION', {}, way(0), true],
		['where they do not', 'T_JUNCTION', room('hall'), way(0.001), false],
		['of another room', 'T_JUNCTION', room('yard'), way(0), false],
		['a floor above a floor, as high', 'GROUND_STACKED', { data: { dz: -2.09 } }, way(0, 2), true],
		['not as high', 'GROUND_STACKED', { data: { dz: 2.11 } }, way(0, 2), false],
		['beside it', 'GROUND_STACKED', { data: { dz: 2 } }, way(0.1, 2), false],
		['a hole elsewhere along its border', 'GROUND_HOLE', at(5), { ...way(1), border: [[5, 0, 0]] }, false],
		['a hole in the way', 'GROUND_HOLE', at(0.4), { ...way(1), border: [] }, true],
		['walls before a doorway', 'DOORWAY_WALLED', at(1.5), {}, true],
		['walls farther from one', 'DOORWAY_WALLED', at(1.51), {}, false],
		['another axis, by which all lies elsewhere', 'SCENE_UP_SUSPICIOUS', {}, {}, true],
		['a note at its border', 'X', { ...at(0), severity: 'info' }, {}, false],
	])('is accounted for by %s: %s', (_, code, other, piece, isAccounted) => {
		expect(added([piece], made(code, other))).toHaveLength(isAccounted ? 0 : 1);
	});

	test('is told of where the user does not see the fault, and only what matters', () => {
		expect(added([{}], made('X', at(0)), ({ code }) => code !== 'X')).toHaveLength(1);
		expect(added([{ matters: false }])).toEqual([]);
		expect(added(Array.from({ length: 25 }, () => ({})))).toHaveLength(20);
		expect(withUnreached([made('X', at(9))])).toHaveLength(1);
	});

	test('is told of at the barrier, at the way in, or where it lies', () => {
		const places = [{}, way(1, 3), { ...way(1, 3), barrier: { ...barrier, at: [7, 8, 9] as const } }];
		expect(added(places).map(({ location, data }) => [location, Object.keys(data ?? {})])).toEqual([
			[{ room: 'hall', at: [1, 2, 0] }, ['area']],
			[{ room: 'hall', at: [0, 0, 0] }, ['area', 'way']],
			[{ room: 'hall', at: [7, 8, 9] }, ['area', 'way', 'barrier']],
		]);
	});
});
