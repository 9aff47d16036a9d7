import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLevel } from '../../../fixtures/make/grid-level.ts';
import type { PlanOptions, PlanRoom } from '../../../pictures/svg/options.ts';
import { fitted, textWidth } from '../../../pictures/svg/words.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh } from '../../../src/model/walkmesh.ts';
import { rectangle } from '../../support/levels.ts';
import { pictureText } from '../../support/svg.ts';
import { runs } from '../../support/thorough.ts';
import { byId, type Element, everyElement, inLayer, readXml, textOf } from './reading.ts';

/** A text as it stands in the picture, pixels. */
interface Label {
	readonly text: string;
	readonly size: number;
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
	/** The top one of the layers that it is in. */
	readonly layer: string;
}

/** Every text of a picture with the style it inherits. */
function labelsOf(root: Element): Label[] {
	const labels: Label[] = [];
	const visit = (
		element: Element,
		inherited: Readonly<Record<string, string>>,
		layer: string,
		moved: boolean,
	): void => {
		const style = { ...inherited, ...element.attributes };
		const own = element.attributes['id'] ?? layer;
		// Numbers within the signs of pins stand in a group that is moved as a whole.
		if (element.name === 'text' && !moved) {
			const text = textOf(element);
			const [x, y, size] = ['x', 'y', 'font-size'].map((key) => Number(style[key]));
			const width = textWidth(text, size) * 0.9;
			const left = { middle: x - width / 2, end: x - width }[style['text-anchor'] ?? ''] ?? x;
			labels.push({ text, size, left, right: left + width, top: y - size * 0.72, bottom: y, layer: own });
		}
		for (const child of element.children) visit(child, style, own, moved || 'transform' in element.attributes);
	};
	visit(root, {}, '', false);
	return labels;
}

function clashesOf(labels: readonly Label[]): string[] {
	return labels.flatMap((a, i) =>
		labels
			.slice(i + 1)
			.filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
			.map((b) => `${a.layer} "${a.text}" on ${b.layer} "${b.text}"`),
	);
}

/** A grid of linked rooms with long names. */
function gridRooms(count: number, seed: number, size = 1): PlanRoom[] {
	const level = makeLevel({ rooms: count, trianglesPerRoom: 72, seed });
	const rooms = level.rooms.map(({ name, positions, faces, surfaces }) => ({
		name: `${name}_of_the_level`.slice(0, 16),
		walkmesh: createWalkmesh({
			positions: positions.map((value, i) => (i % 3 === 2 ? value : value * size)),
			faces,
			surfaces: Uint32Array.from(surfaces),
		}),
	}));
	for (const { a, b, edgesA, edgesB } of level.links) {
		for (const edge of edgesA) rooms[a].walkmesh.transitions.fill(b, edge, edge + 1);
		for (const edge of edgesB) rooms[b].walkmesh.transitions.fill(a, edge, edge + 1);
	}
	return rooms;
}

/** Floors of 4 rooms each, 4 m over each other. */
function towerRooms(floors: number): PlanRoom[] {
	return Array.from({ length: floors * 4 }, (_, i) => ({
		name: `tower_${Math.floor(i / 4) + 1}${'abcd'[i % 4]}`,
		walkmesh: rectangle((i % 2) * 10, ((i >> 1) % 2) * 8, 10, 8, Math.floor(i / 4) * 4),
	}));
}

describe('labels of a plan', () => {
	it('neither lie on each other nor are smaller than 9 pixels, whatever the level', () => {
		fc.assert(
			fc.property(
				fc.record({
					count: fc.constantFrom(1, 3, 17, 40),
					seed: fc.integer({ min: 1, max: 1e6 }),
					width: fc.constantFrom(400, 700, 900, 1600, 2400),
					stretch: fc.constantFrom(1, 0.1, 30),
					heights: fc.boolean(),
					slopes: fc.boolean(),
					pins: fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), { maxLength: 30 }),
				}),
				({ count, seed, width, stretch, heights, slopes, pins }) => {
					const options: PlanOptions = {
						width,
						heights,
						slopes,
						title: 'A level with a rather long title, as people give them',
						pins: pins.map(([x, y], i) => ({
							at: [x, y, 0],
							severity: 'warning',
							text: `Cause ${i}`,
							cause: `${i % 9}`,
						})),
					};
					const labels = labelsOf(readXml(pictureText(gridRooms(count, seed, stretch), K1, options)));
					expect(clashesOf(labels)).toEqual([]);
					expect(labels.filter(({ size }) => !(size >= 9)).map(({ text }) => text)).toEqual([]);
				},
			),
			// Each run draws a whole level.
			{ numRuns: runs(1, 100) },
		);
	});

	it('neither lie on each other on the sheets of a tower', () => {
		const root = readXml(pictureText(towerRooms(5), K1, { heights: true, slopes: true, width: 1200 }));
		expect(clashesOf(labelsOf(root))).toEqual([]);
	});

	it('are there for every room where there is space', () => {
		const rooms = gridRooms(30, 7);
		const words = labelsOf(readXml(pictureText(rooms, K1))).map(({ text }) => text);
		expect(rooms.filter(({ name }, index) => !words.includes(`${index} ${name}`) && !words.includes(name))).toEqual([]);
	});

	it('that have no room are in an index with their place, and the rest of it is counted', () => {
		const root = readXml(pictureText(gridRooms(120, 3), K1, { width: 420 }));
		const index = inLayer(root, 'index').filter(({ name }) => name === 'text');
		const words = index.map(textOf);
		expect(words[0]).toMatch(/^Index: \d+ rooms too small for their names/);
		const total = Number(/^Index: (\d+)/.exec(words[0])?.[1]);
		const listed = words.filter((text) => /^-?\d+, -?\d+$/.test(text)).length;
		const more = Number(/… and (\d+) more/.exec(words.join(' '))?.[1] ?? 0);
		expect(listed).toBeGreaterThan(9);
		expect(listed + more).toBe(total);
	});
});

describe('a text', () => {
	it('stays whole in just its width, and is cut in less', () => {
		const width = textWidth('harbour', 12);
		expect(fitted('harbour', 12, width)).toBe('harbour');
		expect(fitted('harbour', 12, width - 0.01)).toBe('harbo…');
	});
});

describe('the legend', () => {
	it('is never taller than the plan', () => {
		const everySurface = Array.from({ length: 31 }, (_, surface) => ({
			name: `s${surface}`,
			walkmesh: { ...rectangle(surface * 5, 0, 5, 1), surfaces: Uint32Array.of(surface, surface) },
		}));
		const pins = Array.from(
			{ length: 80 },
			(_, i) => ({ at: [i, 0, 0], severity: 'error', text: `Cause ${i} `.repeat(9) }) as const,
		);
		for (const width of [400, 800, 900, 1600]) {
			const root = readXml(pictureText(everySurface, K1, { width, pins }));
			const sheet = byId(root, 'sheet')?.children[0].attributes ?? {};
			const labels = labelsOf(root).filter(({ layer }) => layer === 'legend');
			const height = Math.max(...labels.map(({ bottom }) => bottom)) - Math.min(...labels.map(({ top }) => top));
			expect(height, `${width} pixels wide`).toBeLessThanOrEqual(Number(sheet['height']));
			expect(labels.map(({ text }) => text).join(' ')).toMatch(/and \d+ causes more/);
		}
	});

	it('names walls as lines, not as a surface that is nowhere to be seen', () => {
		const floor = rectangle(0, 0, 4, 4);
		const walls = createWalkmesh({
			positions: Float32Array.from([...floor.positions, 0, 0, 3, 4, 0, 3]),
			faces: Uint32Array.from([...floor.faces, 0, 1, 4]),
			surfaces: Uint32Array.from([...floor.surfaces, 7]),
		});
		const root = readXml(pictureText([{ name: 'room', walkmesh: walls }], K1));
		const words = inLayer(root, 'legend').map(textOf);
		expect(words).toContain('wall: 1 upright face');
		expect(words).not.toContain('Nonwalk');
		const drawn = everyElement(byId(root, 'walkable') as Element).filter(
			({ attributes }) => attributes['data-surface'] === '7',
		);
		expect(drawn).toHaveLength(1);
	});
});

describe('floors', () => {
	const titles = (root: Element): string[] =>
		labelsOf(root)
			.map(({ text }) => text)
			.filter((text) => /^(?:Floor|Door|z) /.test(text));

	it('are not made of hills, steps and a bridge', () => {
		const hill = [0, 1, 2, 3, 4].map((i) => ({ name: `hill_${i}`, walkmesh: rectangle(i * 20, 0, 20, 20, i * 5) }));
		const bridge = { name: 'bridge', walkmesh: rectangle(0, 8, 20, 2, 6) };
		expect(titles(readXml(pictureText([...hill, bridge], K1)))).toEqual([]);
	});

	it.each([
		[8, 0],
		[14, 2],
	])('are not made of a balcony of %i m over ground of 40 m, but of half a floor', (size, sheets) => {
		const walkmeshes = [rectangle(0, 0, 40, 40), rectangle(0, 0, size, size, 5)];
		const rooms = walkmeshes.map((walkmesh, i) => ({ name: `room_${i}`, walkmesh }));
		expect(titles(readXml(pictureText(rooms, K1)))).toHaveLength(sheets);
	});

	it('of one room are told apart, too, and the line where they meet is not their end', () => {
		// Ground, a ramp beside it, and an upper floor from the ramp's head back over the ground.
		const low = [
			[0, 0],
			[10, 0],
			[10, 10],
			[0, 10],
		].map((at) => [...at, 0]);
		const high = [
			[20, 0],
			[20, 10],
			[30, 0],
			[30, 10],
			[30, 20],
			[20, 20],
			[10, 20],
			[0, 20],
			[0, 10],
			[10, 10],
			[10, 0],
			[0, 0],
		].map((at) => [...at, 4]);
		const corners = [...low, ...high];
		const quads = [
			[0, 1, 2, 3],
			[1, 4, 5, 2],
			[4, 6, 7, 5],
			[5, 7, 8, 9],
			[13, 5, 9, 10],
			[12, 13, 10, 11],
			[15, 14, 13, 12],
		];
		const faces = quads.flatMap(([a, b, c, d]) => [
			[a, b, c],
			[a, c, d],
		]);
		const mesh = createWalkmesh({
			positions: Float32Array.from(corners.flat()),
			faces: Uint32Array.from(faces.flat()),
			surfaces: new Uint32Array(faces.length).fill(4),
		});
		// Beside it whole rooms, and above it a whole floor.
		const whole = [rectangle(40, 0, 5, 5), rectangle(40, 10, 5, 5, 4), rectangle(0, 0, 45, 20, 8)];
		const others = whole.map((walkmesh, i) => ({ name: `whole_${i}`, walkmesh }));
		for (const [more, floors] of [[[], 2] as const, [others, 3] as const]) {
			const root = readXml(pictureText([{ name: 'park', walkmesh: mesh }, ...more], K1));
			expect(titles(root)).toHaveLength(floors);
			expect(inLayer(root, 'legend').map(textOf)).toContain('goes on on another sheet');
		}
	});

	it('are refused where nothing lies between two heights', () => {
		expect(() => pictureText(towerRooms(3), K1, { floor: '1,2' })).toThrow(/Nothing lies between z 1 and 2 m/);
	});

	it('at a height are drawn alone, with the findings on them', () => {
		const pins = [0, 4, 8].map((z) => ({ at: [5, 5, z], severity: 'error', text: `at ${z}` }) as const);
		const root = readXml(pictureText(towerRooms(3), K1, { floor: '5', pins }));
		expect(titles(root)).toEqual(['Floor 2 of 3 · about z 4 m']);
		const numbers = inLayer(root, 'pins').filter(({ name }) => name === 'text');
		expect(numbers.map(textOf)).toEqual(['2']);
	});
});

describe('the scale bar', () => {
	it.each([
		[0.05, ['0', '0.0025', '0.005']],
		[0.1, ['0', '0.005', '0.01']],
		[20, ['0', '1', '2']],
	])('of %s m is told without rounding', (width, numbers) => {
		const root = readXml(pictureText([{ name: 'bead', walkmesh: rectangle(0, 0, width, width) }], K1, {}));
		const texts = everyElement(root).filter(({ name }) => name === 'text');
		const unit = texts.findIndex((text) => textOf(text) === 'metres');
		expect(texts.slice(unit - 3, unit).map(textOf)).toEqual(numbers);
	});
});
