import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../../exporters/bwm/index.ts';
import { decodeBwm } from '../../../importers/bwm/decode.ts';
import { HEADER_SIZE, TABLES } from '../../../src/bwm/bwm-file.ts';
import { deriveBwm } from '../../../src/bwm/derive.ts';
import { InputError, Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh, bitsOf, floor } from '../../support/walkmeshes.ts';

const room = encodeBwm(deriveBwm(floor(), K1, new Report()));

/** The code of the finding that reading ends with; undefined when it does not. */
function failure(bytes: Uint8Array): string | undefined {
	try {
		decodeBwm(bytes, new Report());
		return undefined;
	} catch (error) {
		if (error instanceof InputError) return error.finding.code;
		throw error;
	}
}

function changed(change: (view: DataView) => void): Uint8Array {
	const bytes = room.slice();
	change(new DataView(bytes.buffer));
	return bytes;
}

describe('decodeBwm', () => {
	test('is the inverse of encodeBwm for every derived file', () => {
		fc.assert(
			fc.property(anyWalkmesh(), (mesh) => {
				const bytes = encodeBwm(deriveBwm(mesh, K1, new Report()));
				const report = new Report();
				expect(Buffer.compare(encodeBwm(decodeBwm(bytes, report)), bytes)).toBe(0);
				expect(report.findings).toEqual([]);
			}),
		);
	});

	test('reads from the middle of a larger buffer', () => {
		const larger = new Uint8Array(room.length + 7);
		larger.set(room, 3);
		const file = decodeBwm(larger.subarray(3, 3 + room.length), new Report());
		expect(bitsOf(file.vertices)).toEqual(bitsOf(decodeBwm(room, new Report()).vertices));
	});

	test('reads a Node Buffer, whose slices are views', () => {
		const larger = Buffer.concat([Buffer.from('abc'), room, Buffer.from([1, 2, 3])]);
		const file = decodeBwm(larger.subarray(3, 3 + room.length), new Report());
		expect(file.vertices.length).toBe(12);
		expect(file.vertices.buffer.byteLength).toBe(48);
		expect(Buffer.compare(encodeBwm(file), room)).toBe(0);
	});

	test('keeps junk: header root, unknown type, gaps, bytes at the end, NaN in normals', () => {
		const bytes = new Uint8Array(room.length + 5);
		bytes.set(room);
		bytes.fill(0xab, room.length);
		const view = new DataView(bytes.buffer);
		view.setUint32(0x08, 2, true);
		view.setUint32(0x6c, 0xdeadbeef, true);
		view.setUint32(view.getUint32(0x5c, true), 0x7fa00001, true);
		const report = new Report();
		expect(Buffer.compare(encodeBwm(decodeBwm(bytes, report)), bytes)).toBe(0);
		expect(report.findings.map(({ code }) => code)).toEqual(['BWM_FAULT', 'BWM_FORM']);
	});

	test('keeps tables that lie in another order', () => {
		const file = decodeBwm(room, new Report());
		const shift = file.vertices.byteLength;
		const offsets = { ...file.offsets };
		for (const { name } of TABLES) offsets[name] -= shift;
		offsets.vertices = room.length - shift;
		const bytes = encodeBwm({ ...file, offsets });
		const again = decodeBwm(bytes, new Report());
		expect(again.offsets).toEqual(offsets);
		expect(bitsOf(again.vertices)).toEqual(bitsOf(file.vertices));
		expect(Buffer.compare(encodeBwm(again), bytes)).toBe(0);
	});

	test('a header alone is a room without geometry', () => {
		const empty = deriveBwm({ ...floor(), ...emptyArrays() }, K1, new Report());
		const bytes = encodeBwm(empty);
		expect(bytes.length).toBe(HEADER_SIZE);
		expect(new Set(Object.values(empty.offsets))).toEqual(new Set([HEADER_SIZE]));
		expect(Buffer.compare(encodeBwm(decodeBwm(bytes, new Report())), bytes)).toBe(0);
	});

	test('overlapping tables are kept and reported', () => {
		const bytes = changed((view) => view.setUint32(0x58, view.getUint32(0x54, true), true));
		const report = new Report();
		expect(Buffer.compare(encodeBwm(decodeBwm(bytes, report)), bytes)).toBe(0);
		expect(report.findings.map(({ code }) => code)).toContain('BWM_FAULT');
	});

	test('mutated files are refused or survive unchanged', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.nat(room.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
				(mutations) => {
					const bytes = room.slice();
					for (const [at, value] of mutations) bytes[at] = value;
					if (failure(bytes) === undefined) {
						expect(Buffer.compare(encodeBwm(decodeBwm(bytes, new Report())), bytes)).toBe(0);
					}
				},
			),
			{ numRuns: runs(750) },
		);
	});
});

function emptyArrays() {
	return {
		positions: new Float32Array(0),
		faces: new Uint32Array(0),
		surfaces: new Uint32Array(0),
		transitions: new Int32Array(0),
	};
}
