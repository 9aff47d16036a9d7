import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, encode, hashValue } from '../../builds/cache/encoding.ts';
import { depfile, emptyRules, isDepfile } from '../../builds/emit/rule-paths.ts';
import { changedOptions } from '../../builds/reasons.ts';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import { captured, Report, tell } from '../../src/findings/report.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';

const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, NaN, Infinity, -Infinity));

/** Any walkmesh: nothing here looks at what it means. */
const walkmesh: fc.Arbitrary<Walkmesh> = fc
	.record({
		positions: fc.float32Array({ maxLength: 60 }),
		faces: fc.uint32Array({ maxLength: 60 }),
		surfaces: fc.uint32Array({ maxLength: 20 }),
		transitions: fc.int32Array({ maxLength: 60 }),
		name: fc.string(),
		x: number,
	})
	.map(({ x, ...init }) => createWalkmesh({ ...init, position: [x, 0, 1] }));

test('a value is given back with every number and every string', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.array(number), (json, numbers) => {
			const value = { json, numbers, map: new Map([['a', numbers]]) };
			expect(decode(encode(value))).toStrictEqual(value);
		}),
		{
			examples: [
				[JSON.parse('{"a": [{"__proto__": {"b": 1}, "c": 2}]}'), []],
				[{ '': ['number', 'NaN'], a: [{ '': 1 }] }, []],
			],
		},
	);
});

test('a hash does not see the order of keys, and sees everything else', () => {
	expect(hashValue({ a: 1, b: [2, { d: 3, c: 4 }] })).toBe(hashValue({ b: [2, { c: 4, d: 3 }], a: 1 }));
	expect(hashValue({ a: 0 })).not.toBe(hashValue({ a: -0 }));
	expect(hashValue([1, 2])).not.toBe(hashValue([2, 1]));
	expect(hashValue({ a: [1] })).not.toBe(hashValue({ a: { 0: 1 } }));
	expect(hashValue(Float32Array.of(1, 2))).not.toBe(hashValue(Float32Array.of(2, 1)));
	expect(hashValue(Float32Array.of(0))).not.toBe(hashValue(Uint32Array.of(0)));
	expect(hashValue(JSON.parse('{"__proto__": 1}'))).not.toBe(hashValue({}));
	const shared = { x: 1 };
	expect(hashValue([shared, shared])).toBe(hashValue([{ x: 1 }, { x: 1 }]));
});

test('typed arrays are given back bit by bit, from a Buffer at any place', () => {
	fc.assert(
		fc.property(walkmesh, fc.integer({ min: 0, max: 7 }), (mesh, shift) => {
			const value = { mesh, more: [Float64Array.of(1.5, -0), Uint8Array.of(1, 2, 3)] };
			const bytes = encode(value);
			const moved = Buffer.alloc(bytes.length + shift);
			moved.set(bytes, shift);
			expect(decode(moved.subarray(shift))).toStrictEqual(value);
		}),
	);
});

test('bytes that were cut give an error, never a value', () => {
	const bytes = encode({ a: 1, array: Float32Array.of(1, 2, 3) });
	for (let at = 0; at < bytes.length; at++) expect(() => decode(bytes.subarray(0, at)), `${at}`).toThrow();
});

test.each([
	'{"": 1}',
	'{"": ["other", []]}',
	'{"": ["map", 1]}',
	'{"": ["map", [1]]}',
	'{"": ["array", "toString", 0, 8]}',
	'{"": ["array", "Float64Array", -8, 8]}',
	'{"": ["array", "Float64Array", 0, -8]}',
	'{"": ["array", "Float64Array", 0, 4]}',
	'{"": ["array", "Float64Array", 0, 16]}',
	'{"": ["array", "Float64Array", 8, 9007199254740991]}',
])('a text that nobody wrote gives an error, never a value: %s', (text) => {
	const bytes = new Uint8Array(4 + text.length + 8);
	new DataView(bytes.buffer).setUint32(0, text.length, true);
	bytes.set(new TextEncoder().encode(text), 4);
	expect(() => decode(bytes)).toThrow();
});

test('findings told again step by step make the report that the steps would have made', () => {
	const step = fc.array(
		fc.record({
			room: fc.constantFrom('a', 'b'),
			code: fc.constantFrom('FILE_IS_FOLDER', 'BUILD_OUTPUT_IS_INPUT'),
			times: fc.nat(70),
		}),
		{ maxLength: 4 },
	);
	fc.assert(
		fc.property(fc.array(step, { maxLength: 4 }), fc.boolean(), (steps, strict) => {
			const direct = new Report({ strict });
			const again = new Report({ strict });
			for (const own of steps) {
				const apart = new Report();
				for (const { room, code, times } of own) {
					for (let i = 0; i < times; i++) {
						for (const report of [direct, apart])
							report.add(BUILD_FINDINGS[code as 'FILE_IS_FOLDER'], { room, face: i }, {});
					}
				}
				tell(captured(apart), again);
			}
			expect(again.findings).toStrictEqual(direct.findings);
			expect(
				again.counts.map(({ total, kept, code, location: place }) => ({ total, kept, code, place })),
			).toStrictEqual(direct.counts.map(({ total, kept, code, location: place }) => ({ total, kept, code, place })));
		}),
	);
});

test('a depfile escapes what Make would take for something else', () => {
	const text = depfile(['out/a.wok', 'out/b c.wok'], ['z.glb', 'my scene #1.glb', 'cost$.bin', 'z.glb'], '/p', '/p');
	expect(text).toBe('out/a.wok out/b\\ c.wok: \\\n  cost$$.bin \\\n  my\\ scene\\ \\#1.glb \\\n  z.glb\n');
	expect(depfile(['a'], ['b'], '/p/q', '/p')).toBe('q/a: \\\n  q/b\n');
});

test('empty rules name each input once, and are known as part of a depfile', () => {
	const rules = emptyRules(['z.glb', 'my scene #1.glb', 'z.glb'], '/p/q', '/p');
	expect(rules).toBe('q/my\\ scene\\ \\#1.glb:\nq/z.glb:\n');
	expect(isDepfile(new TextEncoder().encode(`${depfile(['a'], ['b'], '/p', '/p')}${rules}`))).toBe(true);
});

test('changed options are named by their paths', () => {
	const before = {
		read: { up: 'y' },
		recipe: [
			['weld', { tolerance: 1e-4 }],
			['sort', {}],
		],
	};
	expect(changedOptions(before, before)).toStrictEqual([]);
	expect(changedOptions(before, { ...before, read: { up: 'z', unit: 'cm' } })).toStrictEqual(['read.unit', 'read.up']);
	const welded = {
		...before,
		recipe: [
			['weld', { tolerance: 1e-3 }],
			['sort', {}],
		],
	};
	expect(changedOptions(before, welded)).toStrictEqual(['recipe.weld.tolerance']);
	expect(changedOptions(before, { ...before, recipe: [['sort', {}]] })).toStrictEqual(['recipe']);
});
