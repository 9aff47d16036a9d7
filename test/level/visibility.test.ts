import { describe, expect, it } from 'vitest';
import { showLinks, visibilitySkeleton, visiblePairs } from '../../level/rooms/visibility.ts';
import type { Layout } from '../../src/model/level.ts';
import { pairs } from '../support/points.ts';

function layoutOf(...names: string[]): Layout {
	const rooms = names.map((model) => ({ model, position: [0, 0, 0] as const }));
	return { rooms, tracks: [], obstacles: [], doorHooks: [] };
}

describe('visibilitySkeleton', () => {
	it('lists linked rooms both ways, in the order of the layout', () => {
		const skeleton = visibilitySkeleton(layoutOf('a', 'b', 'c'), pairs(2, 0, 0, 1, 1, 0));
		expect(skeleton.entries).toEqual([
			{ room: 'a', visible: ['b', 'c'] },
			{ room: 'b', visible: ['a'] },
			{ room: 'c', visible: ['a'] },
		]);
	});

	it('leaves placeholders, links to them and links out of the layout out', () => {
		const links = pairs(0, 1, 0, 7, -1, 0, 2, 2);
		expect(visibilitySkeleton(layoutOf('a', '****', 'c'), links).entries).toEqual([
			{ room: 'a', visible: [] },
			{ room: 'c', visible: [] },
		]);
	});

	it('gives a room that stands twice one entry with the links of both', () => {
		const links = pairs(0, 1, 2, 3);
		expect(visibilitySkeleton(layoutOf('a', 'b', 'A', 'd'), links).entries).toEqual([
			{ room: 'a', visible: ['b', 'd'] },
			{ room: 'b', visible: ['a'] },
			{ room: 'd', visible: ['a'] },
		]);
	});

	it('lists the room itself on request', () => {
		expect(visibilitySkeleton(layoutOf('a', 'b'), [[0, 1]], { listSelf: true }).entries).toEqual([
			{ room: 'a', visible: ['a', 'b'] },
			{ room: 'b', visible: ['a', 'b'] },
		]);
	});
});

it.each([
	['linked', [0, 2, 0, 1, 2, 3]],
	['hops:1', [0, 1, 0, 2, 2, 3]],
	['hops:2', [0, 1, 0, 2, 0, 3, 1, 2, 2, 3]],
	['hops:3', [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3]],
	['all', [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3]],
	['doorways', [0, 2, 0, 1, 2, 3, 1, 3]],
])('rooms see each other by %s', (mode, expected) => {
	expect(visiblePairs(mode, 4, pairs(0, 2, 0, 1, 2, 3), () => pairs(1, 3))).toEqual(pairs(...expected));
});

it('lists links that it lacks for both of their rooms, and leaves the rest as it is', () => {
	const visibility = { entries: [{ room: 'A', visible: ['b', 'x'] }] };
	expect(showLinks(visibility, layoutOf('a', 'B', 'c'), pairs(0, 1, 1, 2, 0, 2)).entries).toEqual([
		{ room: 'A', visible: ['b', 'x', 'c'] },
		{ room: 'B', visible: ['c'] },
		{ room: 'c', visible: ['B', 'a'] },
	]);
});
