import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Gff, type GffField, type GffStruct, readGff, TOP_STRUCT } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { runs } from '../support/thorough.ts';

const bytesText = fc.array(fc.nat(255), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));
const u32 = fc.nat(0xffffffff);
const float = fc.float({ noNaN: true });

const { struct } = fc.letrec<{ struct: GffStruct; field: GffField }>((tie) => ({
	struct: fc.record({ id: u32, fields: fc.array(tie('field'), { maxLength: 5 }) }),
	field: fc
		.tuple(
			fc.constantFrom('X', 'Path_Conections', 'Name', 'ABCDEFGHIJKLMNOP'),
			fc.oneof(
				{ depthSize: 'small' },
				fc.record({ type: fc.constant('byte' as const), value: fc.nat(255) }),
				fc.record({ type: fc.constant('char' as const), value: fc.integer({ min: -128, max: 127 }) }),
				fc.record({ type: fc.constant('word' as const), value: fc.nat(65535) }),
				fc.record({ type: fc.constant('short' as const), value: fc.integer({ min: -32768, max: 32767 }) }),
				fc.record({ type: fc.constant('dword' as const), value: u32 }),
				fc.record({ type: fc.constant('int' as const), value: fc.integer() }),
				fc.record({ type: fc.constant('dword64' as const), value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
				fc.record({
					type: fc.constant('int64' as const),
					value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
				}),
				fc.record({ type: fc.constant('float' as const), value: float }),
				fc.record({ type: fc.constant('double' as const), value: fc.double({ noNaN: true }) }),
				fc.record({ type: fc.constantFrom('string' as const, 'resref' as const), value: bytesText }),
				fc.record({
					type: fc.constant('texts' as const),
					value: fc.record({
						reference: u32,
						texts: fc.array(fc.record({ id: u32, text: bytesText }), { maxLength: 3 }),
					}),
				}),
				fc.record({ type: fc.constant('void' as const), value: fc.uint8Array({ maxLength: 9 }) }),
				fc.record({ type: fc.constant('vector' as const), value: fc.tuple(float, float, float) }),
				fc.record({ type: fc.constant('orientation' as const), value: fc.tuple(float, float, float, float) }),
				fc.record({ type: fc.constant('struct' as const), value: tie('struct') }),
				fc.record({ type: fc.constant('list' as const), value: fc.array(tie('struct'), { maxLength: 4 }) }),
			),
		)
		.map(([label, value]) => ({ label, ...value }) as GffField),
}));

const read = (bytes: Uint8Array): Gff => readGff(bytes, new Report());

const simple: Gff = {
	type: 'PTH ',
	root: {
		id: TOP_STRUCT,
		fields: [
			{ label: 'Count', type: 'dword', value: 7 },
			{ label: 'List', type: 'list', value: [{ id: 2, fields: [{ label: 'X', type: 'float', value: 1.5 }] }] },
		],
	},
};

describe('a GFF', () => {
	it('reads back as it was written, field by field in order', () => {
		fc.assert(
			fc.property(struct, (root) => {
				const gff = { type: 'GIT ', root };
				const bytes = writeGff(gff);
				expect(read(bytes)).toEqual(gff);
				expect(writeGff(read(bytes))).toEqual(bytes);
			}),
			{ numRuns: runs(75, 3000) },
		);
	});

	it('has the layout of the game', () => {
		const bytes = writeGff(simple);
		const view = new DataView(bytes.buffer, bytes.byteOffset);
		expect(new TextDecoder().decode(bytes.subarray(0, 8))).toBe('PTH V3.2');
		// Offsets and counts: structs, fields, labels, data, field indices (bytes), list indices (bytes).
		const header = Array.from({ length: 12 }, (_, i) => view.getUint32(8 + i * 4, true));
		expect(header).toEqual([56, 2, 80, 3, 116, 3, 164, 0, 164, 8, 172, 8]);
		expect(bytes.length).toBe(180);
		expect(view.getUint32(56, true)).toBe(TOP_STRUCT);
	});

	it('is refused with labels, types and texts that do not fit', () => {
		const root = (field: GffField): GffStruct => ({ id: 0, fields: [field] });
		expect(() => writeGff({ ...simple, type: 'PT' })).toThrow('4 characters');
		expect(() => writeGff({ type: 'PTH ', root: root({ label: 'x'.repeat(17), type: 'byte', value: 1 }) })).toThrow(
			'at most 16 characters',
		);
		expect(() => writeGff({ type: 'PTH ', root: root({ label: 'x', type: 'string', value: 'Ω' }) })).toThrow(
			'more than a byte',
		);
	});
});

describe('a damaged GFF', () => {
	it('is read or refused, whatever its words are', () => {
		const bytes = writeGff(simple);
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 5), u32), { minLength: 1, maxLength: 6 }), (changes) => {
				const copy = bytes.slice();
				const view = new DataView(copy.buffer);
				for (const [at, word] of changes) view.setUint32(at, word, true);
				try {
					read(copy);
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
				}
			}),
			{ numRuns: runs(125, 5000) },
		);
	});
});
