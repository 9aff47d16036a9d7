import { describe, expect, it } from 'vitest';
import { fixture, read } from './reading.ts';

interface RoomChoice {
	/** First corner of a square of 8 m by 6 m. */
	readonly corner: readonly [x: number, y: number];
	readonly position?: string;
	readonly orientation?: string;
	readonly before?: string;
	readonly type?: string;
	/** Bounds of the only leaf. */
	readonly box?: string;
}

function room({
	corner: [x, y],
	position = '20 30 5',
	orientation = '0 0 0 0',
	before = '',
	type = 'aabb',
	box,
}: RoomChoice): string {
	const rows = [
		[x, y],
		[x + 8, y],
		[x, y + 6],
	].map((at) => `${at.join(' ')} 0`);
	return `${before}node ${type} a_wg
	position ${position}
	orientation ${orientation}
	verts 3
	${rows.join('\n')}
	faces 1
	0 1 2 4
	${box === undefined ? '' : `aabb ${box} 0`}
	endnode`;
}

const first = (text: string, options = {}): number[] => [
	...read(text, options).walkmeshes[0].walkmesh.positions.subarray(0, 3),
];

describe('what vertices of a room refer to', () => {
	it('is what was asked for', () => {
		const text = room({ corner: [-4, -3] });
		expect(first(text, { space: 'relative' })).toEqual([16, 27, 5]);
		expect(first(text, { space: 'area' })).toEqual([-4, -3, 0]);
		expect(read(text, { space: 'area' }).findings).toEqual([
			'line 1, node "a_wg": info ASCII_VERTEX_SPACE: Reading vertices in area space: that was asked for.',
		]);
	});

	it('is the node where boxes hold the faces only once the position is added, whoever wrote it', () => {
		const box = '16 27 5 24 33 5';
		for (const before of ['', '# WOKMESH ASCII\n', '# made for PyKotor\n']) {
			const text = room({ corner: [-4, -3], box, before });
			expect(first(text)).toEqual([16, 27, 5]);
			expect(read(text).findings[0]).toContain('info ASCII_VERTEX_SPACE: Reading vertices relative to the node');
			const { tree } = read(text, { keepTree: true }).walkmeshes[0];
			expect(tree?.f32[0]).toBe(Math.fround(15.99));
		}
	});

	it('is the habit of the tool where boxes stand with the vertices', () => {
		const box = '-4 -3 0 4 3 0';
		expect(first(room({ corner: [-4, -3], box, before: '#MAXWALKMESH ASCII\n' }))).toEqual([16, 27, 5]);
		expect(first(room({ corner: [-4, -3], box, before: '# Exported with MDLedit\n' }))).toEqual([-4, -3, 0]);
		expect(first(room({ corner: [-4, -3], type: 'trimesh' }))).toEqual([-4, -3, 0]);
	});

	it('is guessed in the plain form, from where the vertices lie', () => {
		const guessed = /^line 1, node "a_wg": warning ASCII_VERTEX_SPACE_GUESSED: Guessing that vertices are/;
		const choices: readonly [corner: readonly [number, number], vertex: readonly number[], because: string][] = [
			[[-4, -3], [16, 27, 5], "the node's origin lies among them"],
			[[16, 28], [16, 28, 0], "the node's position lies among them"],
			[[500, 700], [500, 700, 0], "they lie far from the node's origin"],
		];
		for (const [corner, vertex, because] of choices) {
			const text = room({ corner });
			expect(first(text)).toEqual(vertex);
			expect(read(text).findings[0]).toMatch(guessed);
			expect(read(text).findings[0]).toContain(because);
		}
	});

	it('makes no difference at the origin, and is not spoken of', () => {
		expect(read(room({ corner: [500, 700], position: '0 0 0' })).findings).toEqual([]);
	});

	it('adds the layout, but not to the position', () => {
		const text = `newmodel a\nlayoutposition 100 200 -50\n${room({ corner: [-4, -3] })}\ndonemodel a`;
		expect(first(text)).toEqual([116, 227, -45]);
		expect(read(text).walkmeshes[0].walkmesh.position).toEqual([20, 30, 5]);
	});

	it('adds in float64 and rounds once', () => {
		const text = room({ corner: [0.1, -3], position: '0.2 0 0' });
		expect(first(text, { space: 'relative' })[0]).toBe(Math.fround(0.1 + 0.2));
	});
});

describe('placeables', () => {
	const crate = (position: string): string => `node trimesh a_pwk_wg
	position ${position}
	verts 3
	1 2 3
	4 5 6
	7 8 9
	faces 1
	0 1 2 7`;

	it('store vertices relative to their position, as texts have them', () => {
		expect(first(crate('1 1 1'))).toEqual([1, 2, 3]);
		expect(first(crate('1 1 1'), { space: 'relative' })).toEqual([1, 2, 3]);
		expect(read(crate('1 1 1')).findings).toEqual([]);
	});

	it('get the position taken off where vertices are in the space of the model', () => {
		expect(first(crate('1 1 1'), { space: 'area' })).toEqual([0, 1, 2]);
	});
});

describe('orientation', () => {
	const quarter = String(Math.PI / 2);

	it('is an axis and an angle, counter-clockwise', () => {
		const text = room({ corner: [-4, -3], orientation: `0 0 1 ${quarter}`, position: '0 0 0' });
		const [x, y, z] = first(text, { space: 'relative' });
		expect([x, y, z].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([3, -4, 0]);
		expect(read(text, { space: 'relative' }).findings).toContain(
			'line 1, node "a_wg": info ASCII_ORIENTATION: The node is rotated by 90° about (0 0 1).',
		);
	});

	it('turns by the right-hand rule about every axis', () => {
		const turned = (axis: string): number[] => {
			const text = room({ corner: [2, 3], orientation: `${axis} ${quarter}`, position: '0 0 0' });
			return first(text.replace('2 3 0', '2 3 5'), { space: 'relative' }).map((value) => Math.round(value));
		};
		expect(turned('1 0 0')).toEqual([2, -5, 3]);
		expect(turned('0 1 0')).toEqual([5, 3, -2]);
		expect(turned('0 0 1')).toEqual([-3, 2, 5]);
		expect(turned('0 0 7')).toEqual([-3, 2, 5]);
	});

	it('is none without an axis or without an angle', () => {
		for (const orientation of ['0 0 0 1', '1 0 0 0', '0 0 0 0']) {
			expect(read(room({ corner: [1, 1], orientation, position: '0 0 0' })).findings).toEqual([]);
		}
	});

	it('is not applied in area space, which is said', () => {
		const text = room({ corner: [-4, -3], orientation: `0 0 1 ${quarter}` });
		expect(first(text, { space: 'area' })).toEqual([-4, -3, 0]);
		expect(read(text, { space: 'area' }).findings.join('\n')).toContain(
			'ignoring that, because its vertices are in area space',
		);
	});

	it('with an odd axis may be a quaternion', () => {
		const text = room({ corner: [-4, -3], orientation: '0 0 0.7071 0.7071' });
		expect(read(text, { space: 'relative' }).findings.join('\n')).toContain(
			'warning ASCII_ORIENTATION_AXIS: The axis of the orientation has length 0.7071, not 1',
		);
	});

	it('is handed down by parents, as positions are', () => {
		const text = `node dummy root\nposition 100 0 0\norientation 0 0 1 ${quarter}\nendnode\n${room({
			corner: [-4, -3],
			position: '1 2 3',
		}).replace('position', 'parent root\n\tposition')}`;
		const at = first(text, { space: 'relative' }).map((value) => Math.round(value * 1e4) / 1e4);
		// (1 − 4, 2 − 3, 3) turned is (1, −3, 3), then moved.
		expect(at).toEqual([101, -3, 3]);
	});

	it('turns hooks that hang below the geometry of a placeable, not those beside it', () => {
		const hook = (parent: string): readonly number[] => {
			const text = `${room({ corner: [0, 0], orientation: `0 0 1 ${quarter}`, type: 'trimesh' }).replace('a_wg', 'a_pwk_wg')}
			node dummy a_pwk_use01
			parent ${parent}
			position 2 0 0
			endnode`;
			return read(text).walkmeshes[0].walkmesh.hooks.relative1.map((value) => Math.round(value));
		};
		expect(hook('a_pwk_wg')).toEqual([0, 2, 0]);
		expect(hook('a_pwk')).toEqual([2, 0, 0]);
	});
});

describe('parents', () => {
	it('may form a ring', () => {
		const text = `node dummy b\nparent a_wg\nposition 1 0 0\nendnode\n${room({ corner: [0, 0], position: '0 0 0' }).replace('position', 'parent b\n\tposition')}`;
		const { findings } = read(text, { space: 'relative' });
		expect(findings[0]).toMatch(/warning ASCII_FAULT/);
		expect(first(text, { space: 'relative' })).toEqual([1, 0, 0]);
	});

	it('may be the node itself, when it is called like its model', () => {
		expect(read(fixture('engine-room.wok').replace(' position', ' parent quay01\n position')).findings).toEqual([]);
	});
});
