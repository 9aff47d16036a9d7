import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AsciiWriteOptions, writeAscii } from '../../../exporters/ascii/write.ts';
import { readAscii } from '../../../importers/ascii/read.ts';
import { ASCII_DIALECTS } from '../../../src/bwm/ascii.ts';
import { Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh, bitsOf } from '../../support/walkmeshes.ts';

/** All that a walkmesh says, −0 apart from 0. */
function meaning({
	name,
	kind,
	doorState,
	positions,
	faces,
	surfaces,
	transitions,
	position,
	hooks,
}: Walkmesh): object {
	const bits = (values: Iterable<number>): number[] => bitsOf(Float32Array.from(values));
	return {
		name,
		kind,
		doorState,
		positions: bitsOf(positions),
		faces: bitsOf(faces),
		surfaces: bitsOf(surfaces),
		transitions: bitsOf(transitions),
		position: bits(position),
		hooks: Object.entries(hooks).map(([hook, at]) => [hook, bits(at)]),
	};
}

function written(walkmeshes: readonly Walkmesh[], options: AsciiWriteOptions, report = new Report()): Uint8Array {
	return writeAscii(
		walkmeshes.map((walkmesh) => ({ walkmesh })),
		options,
		{ report },
	);
}

function readBack(text: Uint8Array, report = new Report()): Walkmesh[] {
	return readAscii(text, {}, { report, surfaces: K1, name: '' }).map(({ walkmesh }) => walkmesh);
}

const name = fc.oneof(
	fc.stringMatching(/^[a-z][a-z0-9_]{0,15}$/),
	fc.constantFrom(
		'',
		'md',
		'plc_x',
		'x_wg',
		'x_pwk',
		'x_DWK_wg_open1',
		'a.001',
		'ns:a',
		'node',
		'pwk_use01',
		'walkmesh',
	),
);
const walkmesh = fc
	.tuple(anyWalkmesh({ surface: fc.oneof(fc.nat(30), fc.constant(0xffffffff)) }), name)
	.map(([mesh, called]): Walkmesh => ({ ...mesh, name: called }));

describe.each(ASCII_DIALECTS)('a walkmesh written for %s', (dialect) => {
	it('is read back bit for bit, alone and among others of the same and of other names', () => {
		fc.assert(
			fc.property(fc.array(walkmesh, { minLength: 1, maxLength: 4 }), (meshes) => {
				const report = new Report();
				expect(readBack(written(meshes, { dialect }, report), report).map(meaning)).toEqual(meshes.map(meaning));
				const codes = new Set(report.findings.map((finding) => finding.code));
				// What the soup itself is guilty of.
				codes.delete('ASCII_LINK_NOT_WALKABLE');
				if (meshes.length === 1) expect([...codes]).toEqual([]);
			}),
			{ numRuns: runs(26, 2000) },
		);
	});

	it('keeps its hooks among walkmeshes whose names are easily taken for each other', () => {
		const alike = fc.constantFrom('', 'md', 'a', 'A', 'ns:a', 'a.001', 'b');
		const object = fc.tuple(fc.oneof(anyWalkmesh({ kind: 'door' }), anyWalkmesh({ kind: 'placeable' })), alike);
		const simple = fc.constantFrom(0, -0, 1).chain((value) => fc.constant([value, 0, 0] as const));
		const objects = fc.array(fc.tuple(object, simple, simple), { minLength: 2, maxLength: 6 });
		fc.assert(
			fc.property(objects, (parts) => {
				const meshes = parts.map(
					([[mesh, called], relative1, relative2]): Walkmesh => ({
						...mesh,
						name: called,
						hooks: { ...mesh.hooks, relative1, relative2 },
					}),
				);
				expect(readBack(written(meshes, { dialect })).map(meaning)).toEqual(meshes.map(meaning));
			}),
			{ numRuns: runs(13, 1000) },
		);
	});

	it('has lines under 256 bytes, of plain characters, with numbers that C reads', () => {
		fc.assert(
			fc.property(walkmesh, fc.string({ unit: 'grapheme', maxLength: 300 }), (mesh, longName) => {
				const text = new TextDecoder().decode(written([{ ...mesh, name: longName }], { dialect }));
				for (const line of text.split('\n')) expect(line.length).toBeLessThan(256);
				expect(text).not.toMatch(/[^\n\x20-\x7e]|\de\+|\b(?:NaN|Infinity)\b/);
			}),
			{ numRuns: runs(3, 200) },
		);
	});

	it('does not need the comments where a walkmesh is as the game has them', () => {
		fc.assert(
			fc.property(ordinary(dialect !== 'mdlops'), (mesh) => {
				const text = new TextDecoder().decode(written([mesh], { dialect })).replace(/^# wokflow .*\n/gm, '');
				const [back] = readBack(new TextEncoder().encode(text));
				expect(meaning(back)).toEqual(meaning(mesh));
			}),
			{ numRuns: runs(7, 500) },
		);
	});
});

/** Walkmeshes with the hooks of their kind; rooms at the origin of their model, where position and vertices cannot be told apart. */
function ordinary(atOrigin: boolean): fc.Arbitrary<Walkmesh> {
	const small = fc.integer({ min: -64, max: 64 }).map((step) => step / 4 + 0);
	return anyWalkmesh({ coordinate: small, surface: fc.constantFrom(4, 7) }).map((mesh): Walkmesh => {
		const position = mesh.kind === 'area' && atOrigin ? ([0, 0, 0] as const) : ([1.25, -2, 0.5] as const);
		const relative1 = mesh.kind === 'area' ? ([0, 0, 0] as const) : ([0.5, 1, 0] as const);
		const relative2 =
			mesh.kind === 'placeable' || mesh.doorState === 'closed' ? ([0, 2, 0] as const) : ([0, 0, 0] as const);
		const sum = (hook: readonly [number, number, number]): readonly [number, number, number] =>
			mesh.kind === 'door' ? [hook[0] + 1.25, hook[1] - 2, hook[2] + 0.5] : [0, 0, 0];
		return {
			...mesh,
			name: 'm01aa_01a',
			position,
			hooks: { relative1, relative2, absolute1: sum(relative1), absolute2: sum(relative2) },
		};
	});
}

it('refuses coordinates that no file may hold', () => {
	const [mesh] = fc.sample(anyWalkmesh(), 1);
	expect(() => written([{ ...mesh, positions: Float32Array.of(0, 0, Number.NaN) }], {})).toThrow(RangeError);
});
