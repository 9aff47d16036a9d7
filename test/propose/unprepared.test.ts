import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { readLevel } from '../../jobs/level/level.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { RECIPE_OPTIONS } from '../../pipeline/options.ts';
import { levelRecipe } from '../../pipeline/recipe.ts';
import { given } from '../../src/findings/options.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { acceptDecisions } from '../../src/scene/decisions.ts';
import { surfaceMappings } from '../../src/scene/surface-mappings.ts';
import { differenceOf, groundOf, levelOf, proposed } from '../support/against-prepared.ts';
import { blenderScenes, HAS_BLENDER } from '../support/blender-scenes.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { askedScenes, doubtfulScenes, everydayScenes, storeys } from '../support/everyday.ts';
import { strangeScenes } from '../support/strange.ts';
import { THOROUGH } from '../support/thorough.ts';
import { unpreparedScenes } from '../support/unprepared.ts';

const root = scratchFolder();
const registry = createRegistry();

/** The level that a piece of advice makes of a scene. */
async function levelBy(bytes: Uint8Array, file: string, options: Record<string, unknown>) {
	const report = new Report();
	const context = { report, surfaces: K1, mappings: surfaceMappings(options, K1) };
	const how = {
		recipe: levelRecipe(given(RECIPE_OPTIONS, options)),
		read: given(registry.readOptions, options),
		rooms: given(ROOM_OPTIONS, options),
	};
	return { level: await readLevel(bytesSource(bytes, file), how, context, registry), report };
}

const SCENES = [...unpreparedScenes(), ...strangeScenes(), ...everydayScenes(), ...blenderScenes()];
/** Those whose findings are looked at in every run, and those whose level is. */
const FEW = SCENES.filter((_, i) => THOROUGH || i % 16 === 0);
const OTHERS = SCENES.filter((_, i) => THOROUGH || i % 8 === 1);

test('thirty scenes are made as people make them, and more with what else levels have', () => {
	expect([unpreparedScenes().length, strangeScenes().length, everydayScenes().length]).toEqual([30, 46, 22]);
});

test.each([
	['a leaf called Cube', ['Cube.012']],
	['a leaf in Czech', ['Dvere']],
	['tiles of a kit', []],
	['walls that are boxes', []],
])('%s: what closes a doorway is a door, and no wall is', async (what, doors) => {
	const scene = everydayScenes().find((each) => each.what === what);
	const { objects } = await proposed(scene?.bytes ?? new Uint8Array(), 'level.glb');
	expect(objects.flatMap(({ name, role }) => (role === 'door' ? [name] : []))).toEqual(doors);
});

test('a ceiling over several rooms hides the ground of none', async () => {
	const scene = everydayScenes().find(({ what }) => what.startsWith('Russian'));
	const bytes = scene?.bytes ?? new Uint8Array();
	const { report } = await levelOf(bytes, 'level.glb', acceptDecisions(await proposed(bytes, 'level.glb'), 'high'));
	expect(report.findings.map(({ code }) => code)).not.toContain('GROUND_HIDDEN');
});

test.each(askedScenes())('$what is asked, and nothing is made before', async ({ bytes, asked }) => {
	const proposals = acceptDecisions(await proposed(bytes, 'level.glb'), 'high');
	const open = proposals.objects.filter(({ confirmed }) => !confirmed).map(({ name }) => name);
	const { report } = await levelOf(bytes, 'level.glb', proposals);
	expect([open, report.failed]).toEqual([[asked], true]);
});

test.each(doubtfulScenes())('what may be ground or not is asked: $what', async ({ bytes, asked }) => {
	const { materials } = acceptDecisions(await proposed(bytes, 'level.glb'), 'high');
	expect(materials.filter(({ confirmed }) => !confirmed).map(({ name }) => name)).toEqual(asked);
});

test.each([
	[3, false, undefined],
	[6, false, undefined],
	[6, true, 'medium'],
])(
	'two storeys %d m apart, with ceilings %s, do not settle another axis than that of glTF',
	async (apart, ceilings, confidence) => {
		const { frame, materials } = await proposed(storeys(apart, ceilings), 'level.glb');
		expect(frame?.confidence).toBe(confidence);
		if (frame === undefined) expect(materials.find(({ name }) => name === 'Material')?.surface).toBe('Stone');
	},
);

test.skipIf(!HAS_BLENDER)('and twenty by Blender', () => expect(blenderScenes().length).toBe(20));

test.each(OTHERS)('$what: what is sure makes the level of the well-prepared scene', async (scene) => {
	const { rooms, wrong, off, failed } = await differenceOf(scene);
	expect({ rooms: rooms[0], wrong, failed }).toEqual({ rooms: rooms[1], wrong: 0, failed: false });
	expect(off).toBeLessThan(0.01);
});

test.each(FEW)('$what: at most twelve lines are said of it', async ({ file, bytes }) => {
	const cwd = mkdtempSync(join(root, 'scene-'));
	writeFileSync(join(cwd, file), bytes);
	for (const words of [
		['init', file],
		['init', file, '--accept', 'high'],
		['level', file, 'out'],
	]) {
		const { stderr, code } = await wokflow(words, { cwd });
		// What was made, the tables of rooms and materials, stands before what is said of it.
		const said = stderr
			.slice(Math.max(0, stderr.indexOf('Following ')))
			.trimEnd()
			.split('\n');
		expect([words, code, said.length > 12 ? stderr : '']).toEqual([words, 0, '']);
	}
});

test('proposals alone make nothing: a scene whose proposals nobody confirmed is no level', async () => {
	const [{ bytes, file }] = SCENES;
	const { level, report } = await levelOf(bytes, file, await proposed(bytes, file));
	expect([report.failed, groundOf(level)]).toEqual([true, []]);
});

test.each(FEW)(
	'$what: no advice makes ground, removes rooms or hides that nothing is decided',
	async ({ file, bytes }) => {
		const before = await levelBy(bytes, file, {});
		const isFrame = (option: string): boolean => ['up', 'unit', 'scale'].includes(option);
		const total = (level: Level): number => groundOf(level).reduce((sum, { area }) => sum + area, 0);
		const advised = before.report.findings.flatMap(({ actions = [] }) =>
			actions.flatMap((action) =>
				'option' in action && action.value !== undefined ? [[action.option, action.value] as const] : [],
			),
		);
		for (const [option, value] of new Map(advised.map((each) => [JSON.stringify(each), each])).values()) {
			const after = await levelBy(bytes, file, { [option]: value });
			expect([option, after.level.rooms.length]).toEqual([option, before.level.rooms.length]);
			expect([option, after.report.failed]).toEqual([option, before.report.failed]);
			if (!isFrame(option)) expect(total(after.level)).toBeLessThanOrEqual(total(before.level) + 1e-6);
		}
	},
);
