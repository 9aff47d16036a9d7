import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { editsText } from '../../jobs/edit/edit-steps.ts';
import type { EditOptions } from '../../jobs/edit/remedies.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import type { Proposals } from '../../src/propose/propose.ts';
import { acceptDecisions, entriesOf } from '../../src/scene/decisions.ts';
import type { ProjectFile } from '../../viewer/core/project.ts';
import { Answerer } from '../../viewer/core/worker.ts';
import { cantina } from '../support/cantina.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { EAST, rectangle } from '../support/levels.ts';

/** What is decided and edited in the page, without a browser: the same files as the command line makes. */

const out = scratchFolder();
const SCENE = { path: 'cantina.obj', bytes: new TextEncoder().encode(cantina()) };

async function opened(...files: readonly ProjectFile[]): Promise<Answerer> {
	const answerer = new Answerer();
	await answerer.answer('open', { files });
	return answerer;
}

async function proposals(answerer: Answerer): Promise<Proposals> {
	const [{ proposals: found }] = await answerer.answer('decided', undefined);
	return found;
}

describe('deciding', () => {
	test('a level of the page is the one of `wokflow level` with the same decisions, byte for byte', async () => {
		const first = await opened(SCENE);
		const accepted = acceptDecisions(await proposals(first), 'low') as Proposals;
		const objects = accepted.objects.map((entry) =>
			entry.name === 'Table' ? { ...entry, role: 'none' as const } : entry,
		);
		const bytes = await first.answer('kept', { ...accepted, objects });
		const page = await opened(SCENE, { path: 'cantina.wokflow.json', bytes });
		const { file } = await page.answer('download', 'level');
		writeFileSync(join(out, SCENE.path), SCENE.bytes);
		writeFileSync(join(out, 'cantina.wokflow.json'), bytes);
		const run = await wokflow(['level', SCENE.path, 'cantina', '-q'], { cwd: out });
		expect(run.code, run.stderr).toBe(0);
		const zip = unzipSync(file?.bytes ?? new Uint8Array());
		expect(Object.keys(zip).filter((name) => name.endsWith('.wok'))).toHaveLength(3);
		for (const [name, made] of Object.entries(zip))
			if (!name.endsWith('.report.json'))
				expect(Buffer.compare(made, readFileSync(join(out, 'cantina', name))), name).toBe(0);
		// What was decided is not asked again.
		expect(entriesOf(await proposals(page)).filter(({ confirmed }) => !confirmed)).toEqual([]);
		expect((await proposals(page)).objects.find(({ name }) => name === 'Table')?.role).toBe('none');
	});

	test('each face of the scene has its material and its object, also what no room has', async () => {
		const answerer = await opened(SCENE);
		const [{ picture, path }] = await answerer.answer('decided', undefined);
		expect(path).toBe('cantina.wokflow.json');
		const of = (name: string): number[] => {
			const object = picture.objectNames.findIndex((each) => each.name === name);
			return [...picture.objects.keys()].filter((face) => picture.objects[face] === object);
		};
		expect(of('Door')).toHaveLength(12);
		expect(new Set(of('Door').map((face) => picture.materialNames[picture.materials[face]]))).toEqual(
			new Set(['Material.004']),
		);
		expect(picture.corners).toHaveLength(picture.objects.length * 9);
		expect(picture.materialNames[picture.materials[of('Hall')[0]]]).toBe('Material');
	});

	test('saving finds nothing that opening did not tell', async () => {
		for (const name of ['cantina.obj', 'a name that the game cannot load.obj']) {
			const answerer = new Answerer();
			const { findings } = await answerer.answer('open', { files: [{ ...SCENE, path: name }] });
			const told = [...findings, ...(await answerer.answer('check', undefined))].map(({ code }) => code);
			const { findings: found } = await answerer.answer('download', 'level');
			expect(found.map(({ code }) => code).filter((code) => !told.includes(code))).toEqual([]);
			expect(found.length).toBeGreaterThan(0);
		}
	});
});

describe('editing', () => {
	test('edits one after another give the bytes of `wokflow edit` with the list of them', async () => {
		await wokflow(['convert', 'ring.obj', 'ring.wok', '-q'], { cwd: ring() });
		const folder = join(out, 'ring');
		let file: ProjectFile = { path: 'ring.wok', bytes: new Uint8Array(readFileSync(join(folder, 'ring.wok'))) };
		const answerer = await opened(file);
		const facts = await Promise.all(
			Array.from({ length: 16 }, (_, face) => answerer.answer('facts', { part: 0, face })),
		);
		const edges = facts.flatMap((each) => each?.edges ?? []);
		const isInner = ({ start, end }: (typeof edges)[number]): boolean =>
			[start, end].every(([x, y]) => x > 0 && x < 3 && y > 0 && y < 3);
		const hole = edges.find((each) => each.neighbour === null && isInner(each))?.edge;
		const steps: EditOptions[] = [
			{ fill: [`${hole}`] },
			{ surface: { '0-3': 'Grass', '5': 'Nonwalk' } },
			{ flip: ['2'] },
			{ delete: ['7', '9-10'] },
		];
		for (const step of steps) {
			const { files } = await answerer.answer('edit', { room: 0, step });
			expect(files.map((each) => [each.path, each.step])).toEqual([['ring.wok', step]]);
			expect(Buffer.compare(files[0].bytes, file.bytes)).not.toBe(0);
			[file] = files;
			await answerer.answer('open', { files: [file] });
		}
		writeFileSync(join(folder, 'ring.edits.json'), editsText(steps));
		const run = await wokflow(['edit', 'ring.wok', '--edits', 'ring.edits.json', '-o', 'edited.wok'], { cwd: folder });
		expect(run.code, run.stderr).toBe(0);
		expect(Buffer.compare(file.bytes, readFileSync(join(folder, 'edited.wok')))).toBe(0);
	});

	test('the outer border of a room is not offered to be filled, and refused', async () => {
		const answerer = await opened({ path: 'room.wok', bytes: writeWalkmesh(rectangle(0, 0, 4, 4)) });
		const facts = await answerer.answer('facts', { part: 0, face: 0 });
		expect(facts?.edges.map(({ hole }) => hole)).not.toContain(true);
		await expect(answerer.answer('edit', { room: 0, step: { fill: [`${EAST}`] } })).rejects.toThrow(
			'on the outside of the ground',
		);
	});

	test('a door is edited in the file of the state that is meant', async () => {
		await wokflow(['convert', join(FIXTURES, 'small/door.glb'), 'gate.dwk', '-q'], { cwd: out });
		const files = ['gate0.dwk', 'gate1.dwk', 'gate2.dwk'].map((path) => ({
			path,
			bytes: new Uint8Array(readFileSync(join(out, path))),
		}));
		const step = { hook: { relative1: '1,2,3' } };
		const paths = async (answerer: Answerer, room: number): Promise<string[]> =>
			(await answerer.answer('edit', { room, step })).files.map(({ path }) => path);
		expect(await paths(await opened(files[1]), 0)).toEqual(['gate1.dwk']);
		const all = await opened(...files);
		expect(await Promise.all([0, 1, 2].map((room) => paths(all, room)))).toEqual(files.map(({ path }) => [path]));
	});

	test('a link is changed in the file of the other room, too, whose own list replays it', async () => {
		mkdirSync(join(out, 'linked'), { recursive: true });
		const bytes = await (await opened(SCENE)).answer(
			'kept',
			acceptDecisions(await proposals(await opened(SCENE)), 'low') as Proposals,
		);
		writeFileSync(join(out, 'linked/cantina.obj'), SCENE.bytes);
		writeFileSync(join(out, 'linked/cantina.wokflow.json'), bytes);
		const folder = join(out, 'linked');
		await wokflow(['level', 'cantina.obj', '.', '-q', '--force'], { cwd: folder });
		const names = ['cantina.lyt', 'Hall.wok', 'Bar.wok', 'Kitchen.wok'];
		const files = names.map((path) => ({ path, bytes: new Uint8Array(readFileSync(join(folder, path))) }));
		const answerer = await opened(...files);
		const { rooms, picture } = await answerer.answer('open', { files });
		const part = picture.parts.findIndex(({ name }) => name === 'Hall');
		const facts = await Promise.all(
			Array.from({ length: picture.parts[part].count }, (_, face) => answerer.answer('facts', { part, face })),
		);
		const linked = facts.flatMap((each) => each?.edges ?? []).find(({ transition }) => transition !== null);
		const step = { link: { [`${linked?.edge}`]: 'none' }, both: true };
		const { files: changed } = await answerer.answer('edit', { room: rooms.indexOf('Hall'), step });
		expect(changed.map(({ path }) => path)).toEqual(['Hall.wok', 'Bar.wok']);
		writeFileSync(join(folder, 'bar.edits.json'), editsText([changed[1].step]));
		copyFileSync(join(folder, 'Bar.wok'), join(folder, 'before.wok'));
		await wokflow(['edit', 'Bar.wok', '--edits', 'bar.edits.json', '-o', 'after.wok'], { cwd: folder });
		expect(Buffer.compare(changed[1].bytes, readFileSync(join(folder, 'after.wok')))).toBe(0);
		await wokflow(['edit', 'Hall.wok', '--link', `${linked?.edge}=none`, '--both', '-i'], { cwd: folder });
		expect(Buffer.compare(changed[0].bytes, readFileSync(join(folder, 'Hall.wok')))).toBe(0);
		expect(Buffer.compare(changed[1].bytes, readFileSync(join(folder, 'Bar.wok')))).toBe(0);
	});
});

/** Writes a floor of three by three squares without the one in the middle. @returns its folder */
function ring(): string {
	const folder = join(out, 'ring');
	mkdirSync(folder, { recursive: true });
	const corners = Array.from({ length: 16 }, (_, i) => `v ${i % 4} 0 ${-Math.floor(i / 4)}`);
	const squares = [0, 1, 2, 3, 5, 6, 7, 8].map((square) => {
		const a = Math.floor(square / 3) * 4 + (square % 3) + 1;
		return `f ${a} ${a + 1} ${a + 5} ${a + 4}`;
	});
	writeFileSync(join(folder, 'ring.obj'), [...corners, 'o ring', 'usemtl Stone', ...squares, ''].join('\n'));
	return folder;
}
