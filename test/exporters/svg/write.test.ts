import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingPins } from '../../../pictures/svg/marks.ts';
import type { PlanOptions, PlanRoom } from '../../../pictures/svg/options.ts';
import { type Finding, UsageError } from '../../../src/findings/report.ts';
import { K1, KOTORBLENDER } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { EAST, rectangle, WEST, withTransitions } from '../../support/levels.ts';
import { pictureText } from '../../support/svg.ts';
import { anyText } from '../../support/texts.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh, floor } from '../../support/walkmeshes.ts';
import { byId, type Element, everyElement, inLayer, readXml, textOf, textsIn } from './reading.ts';

function plan(rooms: readonly PlanRoom[], options: PlanOptions = {}): Element {
	return readXml(pictureText(rooms, K1, options));
}

function room(walkmesh: Walkmesh, name = 'room'): PlanRoom {
	return { name, walkmesh };
}

/** Rooms 0 and 1 side by side, linked both ways. */
function twoRooms(): PlanRoom[] {
	return [
		room(withTransitions(rectangle(0, 0, 10, 8), { [EAST]: 1 }), 'west_01'),
		room(withTransitions(rectangle(10, 0, 6, 8), { [WEST]: 0 }), 'east_02'),
	];
}

/** What must be so in every picture: parsed already; no number that is none, no reference to elsewhere, ids unique and there. */
function expectSelfContained(root: Element): void {
	const elements = everyElement(root);
	const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
	expect(new Set(ids).size).toBe(ids.length);
	const allowed = /^(?:#text|svg|g|defs|title|desc|pattern|clipPath|rect|path|circle|text|tspan|use)$/;
	for (const { name, attributes } of elements) {
		expect(name).toMatch(allowed);
		for (const [key, value] of Object.entries(attributes)) {
			if (!key.startsWith('data-room')) expect(value, key).not.toMatch(/NaN|Infinity|undefined|null/);
			expect(key).not.toMatch(/^on|^style$|^src$/);
			if (key === 'href') expect(ids).toContain(value.replace(/^#/, ''));
			const url = /url\((.*)\)/.exec(value);
			if (url !== null && key !== 'data-room') expect(ids).toContain(url[1].replace(/^#/, ''));
		}
	}
}

describe('a plan', () => {
	it('lists a room whose walkmesh has no faces among those with nothing to draw', () => {
		const none = createWalkmesh({
			positions: Float32Array.of(0, 0, 0),
			faces: new Uint32Array(),
			surfaces: new Uint32Array(),
		});
		const root = plan([...twoRooms(), room(none, 'bare_03')]);
		expectSelfContained(root);
		expect(textsIn(root, 'index').join('\n')).toContain('bare_03');
	});

	it('is well-formed and needs nothing else, whatever the walkmeshes are', () => {
		fc.assert(
			fc.property(
				fc.array(fc.record({ name: anyText, walkmesh: anyWalkmesh() }), { maxLength: 4 }),
				fc.record({
					title: anyText,
					width: fc.integer({ min: 400, max: 3000 }),
					grid: fc.boolean(),
					faces: fc.constantFrom('merged' as const, 'outlines' as const),
					theme: fc.constantFrom('light' as const, 'dark' as const),
					palette: fc.constantFrom('muted' as const, 'game' as const),
					floor: fc.constantFrom('auto', 'one'),
					heights: fc.boolean(),
					slopes: fc.boolean(),
				}),
				(rooms, options) => expectSelfContained(plan(rooms, options)),
			),
			// Each run draws a whole picture.
			{ numRuns: runs(3, 100) },
		);
	});

	it.each([
		['no room', [], 'No rooms'],
		['a room without a walkmesh', [{ name: 'a' }], 'No faces'],
		[
			'a single point',
			[
				room(
					createWalkmesh({
						positions: Float32Array.of(5, 5, 5),
						faces: Uint32Array.of(0, 0, 0),
						surfaces: Uint32Array.of(4),
					}),
				),
			],
			'1 face,',
		],
		[
			'an upright wall',
			[
				room(
					createWalkmesh({
						positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0, 1),
						faces: Uint32Array.of(0, 1, 2),
						surfaces: Uint32Array.of(7),
					}),
				),
			],
			'0 walkable',
		],
	] as const)('draws %s', (_, rooms, words) => {
		const root = plan(rooms);
		expectSelfContained(root);
		expect(textOf(byId(root, 'plan-counts') as Element)).toContain(words);
	});

	it('leaves out faces without a place, and says so', () => {
		const mesh = floor();
		const positions = mesh.positions.slice();
		positions[9] = Number.NaN;
		const root = plan([room({ ...mesh, positions, faces: mesh.faces })]);
		expectSelfContained(root);
		expect(textsIn(root, 'index').join(' ')).toContain('1 face without a place');
		expect(textOf(byId(root, 'plan-counts') as Element)).toContain('1 face,');
	});

	it('leaves out hooks and things without a place in reach', () => {
		const [nowhere, far] = [Number.NaN, 1e6];
		const crate = (x: number): Walkmesh => ({
			...floor(),
			kind: 'placeable',
			hooks: { relative1: [x, 1, 0], relative2: [0, 0, 0], absolute1: [0, 0, 0], absolute2: [0, 0, 0] },
		});
		const hooks = [1, nowhere].map((x) => inLayer(plan([room(crate(x))]), 'hooks').length > 0);
		expect(hooks).toEqual([true, false]);
		const thing = { kind: 'creature', index: 0, template: 'a', tag: '' } as const;
		const things = [1, far, nowhere].map((x) => ({ ...thing, position: [x, 1, 0] as const }));
		const signs = inLayer(plan([room(floor())], { things }), 'things').filter(({ name }) => name === 'path');
		expect(signs).toHaveLength(1);
	});

	it('shows a surface that the table does not have', () => {
		const unknown = { ...floor(), surfaces: floor().surfaces.map(() => 99) };
		expectSelfContained(plan([room(unknown)], { palette: 'game' }));
	});

	it('refuses widths that are none', () => {
		for (const width of [Number.NaN, 0, 399, 20001, Number.POSITIVE_INFINITY]) {
			expect(() => pictureText([], K1, { width })).toThrow(UsageError);
		}
	});

	it('draws lower rooms first', () => {
		const rooms = [room(rectangle(0, 0, 4, 4, 9), 'high'), room(rectangle(1, 1, 9, 2, 1), 'low')];
		const root = plan(rooms, { floor: 'one' });
		const order = (byId(root, 'walkable') as Element).children
			.filter(isGroup)
			.map(({ attributes }) => attributes['data-room']);
		expect(order).toEqual(['low', 'high']);
	});

	it('asks the table what can be walked on', () => {
		const walkable = (table: typeof K1): number =>
			(byId(readXml(pictureText([room(floor(16))], table)), 'walkable')?.children ?? []).filter(isGroup).length;
		expect([walkable(K1), walkable(KOTORBLENDER)]).toEqual([0, 1]);
	});
});

describe('pins', () => {
	const finding = (message: string, severity: Finding['severity'], at?: Finding['location']['at']): Finding => ({
		code: 'LEVEL_WITHOUT_ROOMS',
		severity,
		message,
		help: '',
		location: at === undefined ? { room: 'a' } : { room: 'a', at },
	});

	it('are made of the findings that say where they are', () => {
		const findings = [finding('Nowhere.', 'error'), finding('Here.', 'warning', [1, 2, 3])];
		expect(findingPins(findings)).toEqual([
			{ at: [1, 2, 3], text: 'a: Here.', severity: 'warning', cause: 'LEVEL_WITHOUT_ROOMS' },
		]);
	});

	it('of a heap the worst are drawn, and the legend says so', () => {
		const pins = Array.from(
			{ length: 7000 },
			(_, i) => ({ at: [i % 10, 5, 0], text: 'x', severity: i < 10 ? 'error' : 'info' }) as const,
		);
		const root = plan([room(floor())], { pins: pins.toReversed() });
		expect(inLayer(root, 'pins').filter(({ name }) => name === 'circle')).toHaveLength(5000);
		expect(textsIn(root, 'legend').join(' ')).toContain('and 6,989 more The 5,000 worst places are drawn');
	});

	it('of more causes than the legend has room for are counted, and those without an entry have no number', () => {
		const pins = Array.from(
			{ length: 75 },
			(_, i) => ({ at: [i % 10, 5, 0], text: `cause ${i}`, severity: 'info' }) as const,
		);
		const root = plan([room(floor())], { pins });
		expectSelfContained(root);
		const listed = textsIn(root, 'legend').filter((text) => text.startsWith('Note.')).length;
		expect(listed).toBeGreaterThan(3);
		expect(textsIn(root, 'legend').join(' ')).toContain(`and ${75 - listed} causes more`);
		expect(inLayer(root, 'pins').filter(({ name }) => name === 'text')).toHaveLength(listed);
		expect(inLayer(root, 'pins').filter(({ name }) => name === 'circle')).toHaveLength(75);
	});

	it('outside the picture stand at its rim, and those without a place only in the legend', () => {
		const root = plan([room(floor())], {
			pins: [
				{ at: [1e9, 0, 0], text: 'far', severity: 'error' },
				{ at: [Number.NaN, 0, 0], text: 'nowhere', severity: 'error' },
			],
		});
		expectSelfContained(root);
		expect(inLayer(root, 'pins').filter(({ name }) => name === 'circle')).toHaveLength(1);
		expect(textsIn(root, 'legend').join(' ')).toContain('nowhere');
	});
});

function isGroup({ name }: Element): boolean {
	return name === 'g';
}
