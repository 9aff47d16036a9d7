import { describe, expect, test } from 'vitest';
import { decodeMdl } from '../../game/mdl/decode.ts';
import { compareTwin } from '../../game/mdl/twin.ts';
import { writeTwin } from '../../game/mdl/write-twin.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { removeFaces } from '../../src/geometry/faces.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { readReferenceModel } from '../reference/mdl.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { THOROUGH } from '../support/thorough.ts';
import { roomOf } from '../support/twins.ts';

const models = corpusFiles('models', '.mdl');
const rows = corpusFiles('models', '.mdx');
const rooms = corpusFiles('rooms', '.wok');

/** A real model with its room; the layout is where the room is. */
const pairs = models.map(({ name, bytes }, i) => {
	const room = name.replace(/^.*\/|\.mdl$/g, '');
	const wok = rooms.find((file) => file.name === `rooms/${room}.wok`);
	if (wok === undefined) throw new Error(`no walkmesh of ${room}`);
	const mdl = decodeMdl(bytes, new Report());
	if (mdl.walkmesh === undefined) throw new Error(`no node in ${room}`);
	const file = decodeBwm(wok.bytes, new Report());
	const twins = { walkmesh: walkmeshFromBwm(file, { name: room }, new Report()), tree: file.aabb };
	return { room, files: { mdl: bytes, mdx: rows[i].bytes }, mdl, twin: mdl.walkmesh, twins };
});

describe.skipIf(!corpusPresent)(`the ${pairs.length} real models and their rooms`, () => {
	test.each(pairs)('$room is in step: faces in order, surfaces, tree, boxes', ({ mdl, twin, twins }) => {
		const found = compareTwin(mdl, twin, twins, undefined, K1);
		expect(found).toMatchObject({ inStep: true, missing: [], extra: [], moved: [], surfaces: [] });
		expect(found.distance).toBeLessThan(0.0014);
		// The place that fits is the one of the layout, and the node lies where the walkmesh says.
		expect(compareTwin(mdl, twin, twins, found.position, K1).inStep).toBe(true);
		expect(mdl.nodes[twin.node].position).toEqual(twins.walkmesh.position);
	});

	test.each(pairs)('$room is brought in step, and keeps every other node', ({ files, mdl, twin, twins }) => {
		const { position: place } = compareTwin(mdl, twin, twins, undefined, K1);
		const gone = new Uint8Array(twins.walkmesh.surfaces.length);
		gone[2] = 1;
		const changes = [removeFaces(twins.walkmesh, gone)];
		if (THOROUGH) changes.push(twins.walkmesh, moveWalkmesh(twins.walkmesh, translation([0.01, 0, 0])));
		for (const walkmesh of changes) {
			const wanted = roomOf(walkmesh);
			const made = writeTwin(files, mdl, twin, wanted, place, new Report());
			if (made?.mdx === undefined) throw new Error('it cannot be written');
			const before = readReferenceModel(files.mdl, files.mdx);
			const after = readReferenceModel(made.mdl, made.mdx);
			const others = (model: typeof before) => JSON.stringify(model.nodes.filter(({ flags }) => (flags & 0x200) === 0));
			expect(others(after) === others(before)).toBe(true);
			expect(after.header).toBe(before.header);
			expect(after.animations).toEqual(before.animations);
			const node = after.nodes.find(({ flags }) => (flags & 0x200) !== 0);
			expect(node?.mesh?.faces.map(({ surface }) => surface)).toEqual([...wanted.walkmesh.surfaces]);
			const again = decodeMdl(made.mdl, new Report());
			if (again.walkmesh === undefined) throw new Error('the node is gone');
			expect(compareTwin(again, again.walkmesh, wanted, place, K1).inStep).toBe(true);
		}
	});
});
