import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Layout, Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { linkRooms } from '../../../src/seams/link.ts';
import { cutChoice, floorCutByPolygons } from '../../support/cut-floors.ts';
import { follow, relink } from '../../support/level-work.ts';
import {
	EAST,
	layoutOf,
	levelOf,
	NORTH,
	rectangle,
	SOUTH,
	transitionsOf,
	WEST,
	withTransitions,
} from '../../support/levels.ts';
import { runs } from '../../support/thorough.ts';

const hall = withTransitions({ ...rectangle(0, 0, 10, 4), name: 'hall' }, { [EAST]: 2, [NORTH]: 1 });
const yard = withTransitions({ ...rectangle(0, 4, 10, 4), name: 'yard' }, { [SOUTH]: 0 });
const cell = withTransitions({ ...rectangle(10, 0, 4, 4), name: 'cell' }, { [WEST]: 0 });
const level = levelOf(hall, yard, cell);

/** Transitions as `room corner-edge → room`, by name. */
function named({ rooms, layout }: Level): string[] {
	return transitionsOf({ name: '', layout, rooms, objects: [] })
		.map((line) => {
			const [room, edge, , to] = line.split(' ');
			return `${rooms[Number(room)].name.toLowerCase()} ${edge} → ${layout.rooms[Number(to)]?.model.toLowerCase()}`;
		})
		.sort();
}

describe('another order', () => {
	it('is followed by name', () => {
		const { level: relinked, mapped, dangling } = relink(level, layoutOf('CELL', 'hall', 'Yard'));
		expect(relinked.rooms.map((room) => room.name)).toEqual(['cell', 'hall', 'yard']);
		expect(transitionsOf(relinked)).toEqual(['0 5 → 1', '1 1 → 0', '1 4 → 2', '2 0 → 1']);
		expect(mapped).toEqual([
			{ room: 0, from: 0, to: 1, edges: 1 },
			{ room: 1, from: 2, to: 0, edges: 1 },
			{ room: 1, from: 1, to: 2, edges: 1 },
			{ room: 2, from: 0, to: 1, edges: 1 },
		]);
		expect(dangling).toEqual([]);
	});

	it('counts placeholders', () => {
		const { level: relinked } = relink(level, layoutOf('****', 'hall', '****', 'yard', 'cell'));
		expect(relinked.rooms.map((room) => room.walkmesh?.name)).toEqual([undefined, 'hall', undefined, 'yard', 'cell']);
		expect(relinked.rooms[0]).toEqual({ name: '****' });
		expect(named(relinked)).toEqual(named(level));
		expect(transitionsOf(relinked)).toContain('1 1 → 4');
	});

	it('changes nothing when it is the same', () => {
		const result = relink(level, level.layout);
		expect(result.level).toEqual(level);
		expect(result.level.rooms.every((room, index) => room === level.rooms[index])).toBe(true);
		expect(result).toMatchObject({ mapped: [], dangling: [], added: [], moved: [], removed: [] });
	});

	it('undone gives the level back', () => {
		fc.assert(
			fc.property(cutChoice(), fc.infiniteStream(fc.nat()), (choice, picks) => {
				const { level: linked } = linkRooms(floorCutByPolygons(choice).level, K1);
				const left = linked.layout.rooms.map((room) => room.model);
				const order = [...left].map(() => left.splice(Number(picks.next().value) % left.length, 1)[0]);
				const there = relink(linked, layoutOf(...order)).level;
				expect(relink(there, linked.layout).level).toEqual(linked);
			}),
			{ numRuns: runs(50) },
		);
	});
});

describe('a room that is gone', () => {
	it('leaves its transitions cleared and told', () => {
		const { level: relinked, dangling, removed } = relink(level, layoutOf('cell', 'hall'));
		expect(transitionsOf(relinked)).toEqual(['0 5 → 1', '1 1 → 0']);
		expect(dangling).toEqual([{ room: 1, edge: NORTH, from: 1, why: 'gone', name: 'yard' }]);
		expect(removed).toEqual(['yard']);
	});

	it('is found again under its new name', () => {
		const {
			level: relinked,
			dangling,
			removed,
		} = relink(level, layoutOf('garden', 'cell', 'hall'), {
			rename: { YARD: 'Garden' },
		});
		expect(named(relinked)).toEqual(['cell 5 → hall', 'garden 0 → hall', 'hall 1 → cell', 'hall 4 → garden']);
		expect(relinked.rooms[0]).toMatchObject({ name: 'garden', walkmesh: { name: 'garden' } });
		expect([...dangling, ...removed]).toEqual([]);
	});

	it('may change names with another', () => {
		const { level: relinked } = relink(level, layoutOf('yard', 'cell', 'hall'), {
			rename: { yard: 'cell', cell: 'yard' },
		});
		expect(named(relinked)).toEqual(['cell 0 → hall', 'hall 1 → yard', 'hall 4 → cell', 'yard 5 → hall']);
	});
});

it('transitions that never led anywhere are cleared and told', () => {
	const odd = levelOf(withTransitions(hall, { [WEST]: 7, [SOUTH]: -5 }), yard, cell, undefined);
	const old: Layout = { ...odd.layout, rooms: [...odd.layout.rooms.slice(0, 2), ...layoutOf('****', 'x').rooms] };
	const { dangling } = follow({ ...odd, layout: layoutOf('hall', 'yard', 'cell', 'x') }, old);
	expect(dangling).toEqual([
		{ room: 0, edge: SOUTH, from: -5, why: 'out-of-range', name: undefined },
		{ room: 0, edge: EAST, from: 2, why: 'placeholder', name: '****' },
		{ room: 0, edge: WEST, from: 7, why: 'out-of-range', name: undefined },
	]);
});

it('a room that is added keeps its transitions, and is reported when it has some', () => {
	const from = layoutOf('hall', 'yard');
	const result = follow(level, from);
	expect(result.added).toEqual([2]);
	expect(result.level.rooms[2]).toBe(level.rooms[2]);
	expect(result.dangling).toMatchObject([{ room: 0, from: 2, why: 'out-of-range' }]);
});

describe('a layout that lists a room twice', () => {
	it('corresponds in order', () => {
		const twice = levelOf(withTransitions(hall, { [EAST]: 2, [NORTH]: 1 }), cell, cell);
		const old = layoutOf('hall', 'cell', 'cell');
		const { level: relinked } = relink({ ...twice, layout: old }, layoutOf('cell', 'cell', 'hall'));
		expect(transitionsOf(relinked).slice(-2)).toEqual(['2 1 → 1', '2 4 → 0']);
	});

	it('leads to the one that is left when there is only one', () => {
		const old = layoutOf('hall', 'cell', 'cell');
		const twice = { ...levelOf(hall, cell, cell), layout: old };
		const { level: relinked, dangling } = relink(twice, layoutOf('cell', 'hall'));
		expect(transitionsOf(relinked)).toEqual(['0 5 → 1', '1 1 → 0', '1 4 → 0']);
		expect(dangling).toEqual([]);
	});
});

describe('a room that lies elsewhere now', () => {
	const moved: Layout = {
		...level.layout,
		rooms: level.layout.rooms.map((room, index) => (index === 1 ? { ...room, position: [0, 0.5, 2] } : room)),
	};

	it('is reported, and stays', () => {
		const result = relink(level, moved);
		expect(result.moved).toEqual([{ room: 1, by: [0, 0.5, 2], done: false }]);
		expect(result.level.rooms[1]).toBe(level.rooms[1]);
	});

	it('moves along when asked to', () => {
		const result = relink(level, moved, { move: true });
		expect(result.moved).toEqual([{ room: 1, by: [0, 0.5, 2], done: true }]);
		expect([...(result.level.rooms[1].walkmesh?.positions ?? [])].slice(0, 3)).toEqual([0, 4.5, 2]);
		expect(result.level.rooms[0]).toBe(level.rooms[0]);
	});
});
