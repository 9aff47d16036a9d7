import { describe, expect, test } from 'vitest';
import { answer, lineAnswers, QUERY_OPS, type QueryRequest } from '../../level/query/answers.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { UsageError } from '../../src/findings/report.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { EAST, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { triples } from '../support/points.ts';

const named = (name: string, mesh: Walkmesh): Walkmesh => ({ ...mesh, name });
const crate = createWalkmesh({ ...rectangle(-0.5, -0.5, 1, 1, 1), kind: 'placeable', surfaces: Uint32Array.of(7, 7) });

/** Two linked rooms, the eastern one half a metre higher, with a crate at 2, 2. */
const query = new LevelQuery(
	levelOf(
		named('west', withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1 })),
		named('east', withTransitions(rectangle(4, 0, 4, 4, 0.5), { [WEST]: 0 })),
	),
	{ objects: [{ walkmesh: crate, position: [2, 2, 0], bearing: 0 }] },
);
const none = { room: null, face: null, surface: null, at: null, normal: null, distance: null };
const ask = (request: object): unknown => answer(query, request as QueryRequest);
const up = [0, 0, 1];

describe('an answer', () => {
	const hit = (room: string | null, face: number, surface: number, at: number[], distance: number): object => {
		return { hit: true, room, face, surface, at, normal: up, distance };
	};
	const miss = { hit: false, ...none };
	const walked = { arrived: true, why: null };

	test.each<[QueryRequest, object]>([
		[{ op: 'height', at: [5, 1] }, hit('east', 0, 4, [5, 1, 0.5], 0)],
		[{ op: 'height', at: [5, 1, 2] }, hit('east', 0, 4, [5, 1, 0.5], 1.5)],
		[{ op: 'face', at: [1, 3] }, hit('west', 1, 4, [1, 3, 0], 0)],
		[{ op: 'face', at: [5, 1, 0.2] }, miss],
		[{ op: 'nearest', at: [9, 1, 0.5] }, hit('east', 0, 4, [8, 1, 0.5], 1)],
		[
			{ op: 'room', at: [5, 1] },
			{ hit: true, ...none, room: 'east' },
		],
		[
			{ op: 'room', at: [1, 1] },
			{ hit: true, ...none, room: 'west' },
		],
		[{ op: 'room', at: [1, 9] }, miss],
		[{ op: 'ray', from: [5, 1, 9], to: [5, 1, -9] }, hit('east', 0, 4, [5, 1, 0.5], 8.5)],
		[{ op: 'ray', from: [5, 1, 9], to: [5, 1, 8] }, miss],
		[{ op: 'ray', from: [5, 1, 9], to: [5, 1, -9], sides: 'back' }, miss],
		[{ op: 'ray', from: [6, 1, 9], to: [6, 1, -9], hit: 'first' }, hit('east', 0, 4, [6, 1, 0.5], 8.5)],
		[{ op: 'ray', from: [2, 2, 9], to: [2, 2, -9], objects: ['placeable'] }, hit(null, 0, 7, [2, 2, 1], 8)],
		[
			{ op: 'ray', from: [2, 2, 9], to: [2, 2, -9], objects: ['placeable'], mask: 'walk' },
			hit('west', 0, 4, [2, 2, 0], 9),
		],
		[
			{ op: 'walk', from: [1, 1], to: [7, 1] },
			{ ...walked, at: [7, 1, 0.5], room: 'east', face: 0, distance: 6 },
		],
		[
			{ op: 'walk', from: [1, 3], to: [1, 9], radius: 0 },
			{ arrived: false, why: 'perimeter', at: [1, 4, 0], room: 'west', face: 1, distance: 1 },
		],
		[
			{ op: 'walk', from: [9, 9], to: [1, 1] },
			{ arrived: false, why: 'no ground', at: [9, 9, 0], room: null, face: null, distance: 0 },
		],
		[
			{ op: 'route', from: [1, 3.5], to: [4.5, 3.5] },
			{
				...{ ...walked, at: [4.5, 3.5, 0.5], room: 'east', face: 1, distance: 3.5 },
				points: triples(1, 3.5, 0, 4.5, 3.5, 0.5),
			},
		],
	])('to %j has the same keys whatever was found', (request, expected) => {
		expect(ask(request)).toEqual({ op: request.op, ...expected });
	});

	test('lists all hits of a ray, nearest first, where all are asked for', () => {
		const asked = { op: 'ray', from: [2, 2, 9], to: [2, 2, -9], hit: 'all', objects: ['placeable'] };
		const at = (z: number, room: string | null, face: number, surface: number): object => {
			return { room, face, surface, at: [2, 2, z], normal: up, distance: 9 - z };
		};
		expect(ask(asked)).toEqual({
			...{ op: 'ray', hit: true, ...at(1, null, 0, 7) },
			hits: [at(1, null, 0, 7), at(1, null, 1, 7), at(0, 'west', 0, 4), at(0, 'west', 1, 4)],
		});
		expect(ask({ ...asked, to: [2, 2, 8] })).toEqual({ op: 'ray', hit: false, ...none, hits: [] });
	});

	test('has the id of its question, whatever it is', () => {
		for (const id of [0, 7, '', 'a']) expect(ask({ op: 'room', at: [1, 1], id })).toMatchObject({ id });
		expect(ask({ op: 'room', at: [1, 1] })).not.toHaveProperty('id');
	});

	test('takes what the question leaves out from defaults, but not what such a question cannot have', () => {
		const defaults = { mask: 'walk', objects: ['placeable'], radius: 0, hit: 'all' } as const;
		expect(answer(query, { op: 'ray', from: [2, 2, 9], to: [2, 2, -9] }, defaults)).toMatchObject({
			room: 'west',
			hits: [{}, {}],
		});
		const own = { op: 'ray', from: [2, 2, 9], to: [2, 2, -9], mask: 'all', hit: 'nearest' } as const;
		expect(answer(query, own, defaults)).toMatchObject({ room: null, surface: 7 });
		expect(answer(query, own, defaults)).not.toHaveProperty('hits');
		expect(answer(query, { op: 'height', at: [1, 1] }, defaults)).toMatchObject({ room: 'west' });
		expect(answer(query, { op: 'walk', from: [1, 1], to: [3, 1] }, { ...defaults, radius: 0.6 })).toMatchObject({
			why: 'placeable',
		});
		expect(answer(query, { op: 'walk', from: [1, 1], to: [3, 1] }, { radius: 0.6 })).toMatchObject({ arrived: true });
	});
});

test.each<[unknown, string]>([
	...[undefined, null, 'height', 3, []].map((value): [unknown, string] => [
		value,
		'A question is an object such as {"op":"height","at":[12,30]}.',
	]),
	[{}, `op is one of ${QUERY_OPS.join(', ')}, not missing.`],
	[{ op: 'toString' }, `op is one of ${QUERY_OPS.join(', ')}, not "toString".`],
	[{ op: ['height'], at: [1, 1] }, `op is one of ${QUERY_OPS.join(', ')}, not ["height"].`],
	[{ op: 'height', at: [1, 1], mask: 'walk' }, 'height has no "mask". It has: at.'],
	[{ op: 'walk', from: [1, 1], to: [2, 2], at: [1, 1] }, 'walk has no "at". It has: from, to, '],
	[{ op: 'ray', from: [1, 1, 1], to: [2, 2, 2], radius: 1 }, 'ray has no "radius". It has: from, to, mask, '],
	[{ op: 'height' }, 'at is a point of two or three numbers, not [].'],
	[{ op: 'room', at: [1] }, 'at is a point of two or three numbers, not [1].'],
	[{ op: 'nearest', at: [1, 2, 3, 4] }, 'at is a point of two or three numbers, not [1,2,3,4].'],
	[{ op: 'face', at: [1, '2'] }, 'at is a point of two or three numbers, not [1,"2"].'],
	[{ op: 'ray', to: [1, 1, 1] }, 'from is a point of three numbers, not [].'],
	[{ op: 'ray', from: [1, 1, 1] }, 'to is a point of three numbers, not [].'],
	[{ op: 'ray', from: [1, 1], to: [1, 1, 1] }, 'from is a point of three numbers, not [1,1].'],
	[{ op: 'ray', from: [1, 1, 1], to: [1, 1, 0], hit: 'last' }, 'hit is one of nearest, first, all, not "last".'],
	[{ op: 'ray', from: [1, 1, 1], to: [1, 1, 0], sides: 'left' }, 'sides is one of both, front, back, not "left".'],
	[{ op: 'walk', to: [1, 1] }, 'The start is a point of two or three numbers, not [].'],
	[{ op: 'walk', from: [1, 1] }, 'The end is a point of two or three numbers, not [].'],
	[{ op: 'route', from: [1, 1], to: [1, 1], objects: ['chair'] }, 'objects are some of placeable, closed, open1, '],
	[{ op: 'walk', from: [1, 1], to: [2, 2], radius: -1 }, 'radius'],
])('a question that is not understood such as %j says what it should be', (request, message) => {
	expect(() => ask(request as object)).toThrow(message);
});

describe('a line', () => {
	const line = (text: string): unknown => JSON.parse(lineAnswers(query)(text));

	test('is answered with a line', () => {
		expect(line('{"op":"room","at":[1,1],"id":3}')).toEqual({ op: 'room', hit: true, ...none, room: 'west', id: 3 });
		expect(lineAnswers(query)('{"op":"room","at":[1,1]}')).not.toContain('\n');
		expect(JSON.parse(lineAnswers(query, { radius: 1 })('{"op":"walk","from":[1,3],"to":[1,5]}'))).toMatchObject({
			op: 'walk',
			why: 'perimeter',
		});
	});

	test.each<[string, object]>([
		['nonsense', { op: null, error: 'This is not JSON: "nonsense".' }],
		[`"${'x'.repeat(90)}`, { op: null, error: `This is not JSON: "\\"${'x'.repeat(59)}".` }],
		['null', { op: null, error: 'A question is an object such as {"op":"height","at":[12,30]}.' }],
		['5', { op: null, error: 'A question is an object such as {"op":"height","at":[12,30]}.' }],
		['{"op":7,"id":7}', { op: null, error: `op is one of ${QUERY_OPS.join(', ')}, not 7.`, id: 7 }],
		['{"op":"room","id":"a"}', { op: 'room', error: 'at is a point of two or three numbers, not [].', id: 'a' }],
		['{"op":"room","id":{}}', { op: 'room', error: 'at is a point of two or three numbers, not [].' }],
	])('%s that is not understood gets its operation, its id and why', (text, expected) => {
		expect(line(text)).toEqual(expected);
	});

	test('does not repeat a long operation', () => {
		expect(line(JSON.stringify({ op: 'x'.repeat(99) }))).toMatchObject({ op: 'x'.repeat(40) });
	});

	test('may be a megabyte long', () => {
		const of = (length: number): string => '{"op":"room","at":[1,1]}'.padEnd(length);
		expect(line(of(1 << 20))).toMatchObject({ hit: true });
		expect(line(of((1 << 20) + 1))).toEqual({
			op: null,
			error: 'The line has 1048577 characters; 1048576 at most.',
		});
	});

	test('that takes too long is answered with that', () => {
		expect(line('{"op":"route","from":[1,1],"to":[7,1],"maxSteps":1}')).toMatchObject({
			op: 'route',
			error: expect.stringMatching(/steps|search/i),
		});
	});

	test('that is the 10,001st more with an error than with an answer ends the answers', () => {
		const answers = lineAnswers(query);
		for (let i = 0; i < 10_000; i++) answers('');
		answers('{"op":"room","at":[1,1]}');
		expect(JSON.parse(answers(''))).toMatchObject({ error: 'This is not JSON: "".' });
		expect(() => answers('')).toThrow(UsageError);
		expect(() => answers('')).toThrow(/10000 lines got an error instead of an answer, the limit/);
	});

	test('that meets a fault of the program is no answer', () => {
		expect(() => lineAnswers({} as LevelQuery)('{"op":"room","at":[1,1]}')).toThrow(TypeError);
	});
});
