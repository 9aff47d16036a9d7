import { describe, expect, it } from 'vitest';
import { levelChanges } from '../../../jobs/diff.ts';
import type { Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { EAST, levelOf, rectangle, withTransitions } from '../../support/levels.ts';
import { pictureText } from '../../support/svg.ts';
import { areaFromPixels, inLayer, readXml, textOf } from './reading.ts';

const west = withTransitions(rectangle(0, 0, 10, 8), { [EAST]: 1 });
const east = rectangle(10, 0, 6, 8);
const before = levelOf(west, east);

function changed(first: Partial<Walkmesh>, second: Partial<Walkmesh> = {}): Level {
	return levelOf({ ...west, ...first }, { ...east, ...second });
}

function drawn(after: Level): ReturnType<typeof readXml> {
	const rooms = after.rooms.map((room, index) => ({ ...room, index }));
	return readXml(pictureText(rooms, K1, { changes: levelChanges(before, after, K1) }));
}

const legend = (root: ReturnType<typeof readXml>): string[] =>
	inLayer(root, 'legend')
		.filter(({ name }) => name === 'text')
		.map(textOf);

describe('a plan of what changed', () => {
	it('says so where nothing did', () => {
		const words = legend(drawn(before));
		expect(words.slice(words.indexOf('Different from before') + 1)).toEqual(['nothing']);
	});

	it('shows faces with another surface at their place', () => {
		const root = drawn(changed({ surfaces: Uint32Array.of(4, 3) }));
		expect(legend(root)).toContain('1 face with another surface');
		const [shape] = inLayer(root, 'changes').filter(({ attributes }) => attributes['fill'] === '#7b4fc9');
		const numbers = (shape.attributes['d'].match(/-?[\d.]+/g) ?? []).map(Number);
		const toArea = areaFromPixels(root);
		const corners = [0, 2, 4].map((at) => toArea([numbers[at], numbers[at + 1]]).map((value) => Math.round(value)));
		const face = [3, 4, 5].map((corner) => [
			...west.positions.subarray(west.faces[corner] * 3, west.faces[corner] * 3 + 2),
		]);
		expect(corners.sort()).toEqual(face.sort());
	});

	it('shows edges that lead elsewhere, with both rooms', () => {
		const root = drawn(changed(withTransitions(west, { [EAST]: 7 })));
		expect(legend(root)).toContain('1 edge linked elsewhere');
		expect(
			inLayer(root, 'changes')
				.filter(({ name }) => name === 'text')
				.map(textOf),
		).toEqual(['1, now 7']);
	});

	it('shows which way vertices moved', () => {
		const positions = east.positions.map((value, i) => (i % 3 === 0 && value === 16 ? 16.4 : value));
		const root = drawn(changed({}, { positions }));
		expect(legend(root).join(' ')).toMatch(/2 vertices moved/);
		const arrows = inLayer(root, 'changes').flatMap(
			({ attributes }) => /^matrix\((.*)\)$/.exec(attributes['transform'] ?? '')?.[1] ?? [],
		);
		expect(arrows).toHaveLength(2);
		for (const arrow of arrows) expect(arrow.split(' ').slice(0, 2).map(Number)).toEqual([1, 0]);
	});

	it('says of a room that moved as a whole that it did so, like diff, and points the way with one arrow', () => {
		const root = drawn(changed({}, { positions: east.positions.map((value, i) => value + [2, 0, 1][i % 3]) }));
		const words = legend(root);
		expect(words.slice(words.indexOf('Different from before') + 1)).toEqual(['1 room moved as a whole']);
		expect(inLayer(root, 'changes').filter(({ attributes }) => 'transform' in attributes)).toHaveLength(1);
	});

	it('shows rooms that came and went with all their faces', () => {
		const [, other] = before.rooms;
		const after = { ...before, rooms: [before.rooms[0], { ...other, name: 'new' }] };
		const words = legend(drawn(after));
		expect(words).toEqual(expect.arrayContaining(['2 faces removed', '2 faces added']));
	});

	it('draws faces as closed triangles inside of the sheet', () => {
		const root = drawn(changed({ surfaces: Uint32Array.of(3, 3) }));
		const [, , width, height] = root.attributes['viewBox'].split(' ').map(Number);
		const [{ attributes }] = inLayer(root, 'changes').filter(({ name }) => name === 'path');
		const triangles = attributes['d'].split(/(?<=z)/);
		expect(triangles).toHaveLength(2);
		for (const triangle of triangles) {
			const [, ...corners] = /^M(\S+) (\S+)L(\S+) (\S+)L(\S+) (\S+)z$/.exec(triangle)?.map(Number) ?? [];
			expect(corners).toHaveLength(6);
			expect(corners.every((value, i) => value > 0 && value < (i % 2 === 0 ? width : height))).toBe(true);
		}
	});
});
