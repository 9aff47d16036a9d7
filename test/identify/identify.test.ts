import { describe, expect, test } from 'vitest';
import { type Identification, identifyBwm } from '../../check/inspect/identify.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { type BwmFile, packedOffsets } from '../../src/bwm/bwm-file.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { gridFloor } from '../support/soups.ts';
import { HABITS, writtenBy } from '../support/tool-habits.ts';

/** Hilly ground, turned so that all sides of boxes differ; z is long enough to be split along now and then. */
const hills: Walkmesh = (() => {
	const mesh = gridFloor(12, (x, y) => 6 * Math.sin(x * 0.9) * Math.cos(y * 0.7));
	const positions = mesh.positions.map((_, i, all) => {
		const [x, y, z] = [all[i - (i % 3)], all[i - (i % 3) + 1], all[i - (i % 3) + 2]];
		return [x * 0.8 - y * 0.6 + 20, x * 0.6 + y * 0.8 - 7, z + 3][i % 3];
	});
	// A link, and walls among the floor.
	const surfaces = mesh.surfaces.map((surface, face) => (face % 7 === 3 ? 7 : surface));
	return { ...mesh, positions, surfaces };
})();

/** As a reader of the file sees it: everything has gone through float32 and bytes. */
const reread = (file: BwmFile): BwmFile => decodeBwm(encodeBwm(file), new Report());
const identify = (file: BwmFile): Identification => identifyBwm(reread(file));

describe('rooms', () => {
	test.each(Object.entries(HABITS))('written with the habits of %s', (tool, habits) => {
		const answer = identify(writtenBy(hills, habits));
		expect(answer).toMatchObject({ tool, confidence: 'high' });
		expect(answer.candidates[0].fit).toBeGreaterThan(0.95);
	});

	test.each(['best', 'fast', 'median'] as const)('written by wokflow, tree %s', (tree) => {
		const answer = identify(deriveBwm(hills, K1, new Report(), { tree }));
		expect(answer.tool).toBe('wokflow');
		expect(answer.evidence.join()).toContain('bit for bit');
	});

	/** Ever wider cells, so that the tree has as many levels as one may have. */
	const widening = { ...hills, positions: gridFloor(12, () => 0).positions.map((value) => value ** 3) };

	test.each([
		['', hills],
		[', however deep it may be', widening],
	])('a tree of another version of wokflow fits, but is no certainty%s', (_, mesh) => {
		const file = deriveBwm(mesh, K1, new Report());
		const i32 = file.aabb.i32.slice();
		// The last two leaves of the tree change places: no builder of today does that.
		const leaves = [...i32.keys()].filter((word) => word % 11 === 6 && i32[word] >= 0).slice(-2);
		const f32 = new Float32Array(i32.buffer);
		const swap = [0, 1, 2, 3, 4, 5, 6].map((k) => i32[leaves[0] - 6 + k]);
		i32.copyWithin(leaves[0] - 6, leaves[1] - 6, leaves[1] + 1);
		i32.set(swap, leaves[1] - 6);
		const answer = identify({ ...file, aabb: { ...file.aabb, f32, i32 } });
		expect(answer.tool).toBe('wokflow');
		expect(answer.confidence).not.toBe('high');
	});

	test('normals as long as their faces are large', () => {
		const file = writtenBy(hills, HABITS.game);
		const answer = identify({ ...file, normals: file.normals.map((value) => value * 5) });
		expect(answer.tool).toBe('kotorjs');
	});

	test('children counted from 1, and missing perimeters', () => {
		const counted = writtenBy(hills, { ...HABITS.pykotor, child: (node) => node + 1 });
		expect(identify(counted)).toMatchObject({ tool: 'pykotor-newer', confidence: 'high' });
		const file = { ...writtenBy(hills, HABITS.pykotor), perimeters: new Uint32Array(0) };
		const packed = { ...file, offsets: packedOffsets(file, true) };
		expect(identify(packed)).toMatchObject({ tool: 'pykotor-newer', confidence: 'high' });
	});
});

describe.skipIf(!corpusPresent)('real files', () => {
	const answers = (folder: string, ...names: string[]) =>
		corpusFiles(folder, '.wok', '.pwk')
			.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
			.map(({ name, bytes }) => ({ name, ...identifyBwm(decodeBwm(bytes, new Report())) }));

	test('rooms of the game', () => {
		const rooms = answers('rooms', 'm10aa', 'endar');
		expect(rooms.length).toBe(5);
		for (const room of rooms) expect(room).toMatchObject({ tool: 'game', confidence: 'high' });
	});

	test('rooms written by MDLedit', () => {
		const rooms = answers('rooms', 'm13aa', 'm40aa', 'm12aa');
		expect(rooms.length).toBe(3);
		for (const room of rooms) expect(room).toMatchObject({ tool: 'mdledit', confidence: 'high' });
	});

	test('rooms rewritten by PyKotor', () => {
		const rooms = answers('rewritten');
		expect(rooms.length).toBe(12);
		for (const room of rooms) expect(room.tool).toBe('pykotor');
		expect(rooms.filter(({ confidence }) => confidence === 'high').length).toBeGreaterThanOrEqual(8);
	});

	test('the placeable, of which nothing tells', () => {
		expect(answers('doors-placeables')).toMatchObject([{ confidence: 'none' }]);
	});
});
