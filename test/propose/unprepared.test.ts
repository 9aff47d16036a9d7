import { expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { readLevel } from '../../jobs/level/level.ts';
import { proposeForSource } from '../../jobs/propose.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { RECIPE_OPTIONS } from '../../pipeline/options.ts';
import { levelRecipe } from '../../pipeline/recipe.ts';
import { given } from '../../src/findings/options.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { faceVector } from '../../src/geometry/triangles.ts';
import type { Level } from '../../src/model/level.ts';
import { isWalkable, K1 } from '../../src/model/surfaces.ts';
import { acceptDecisions, type Decisions, decidedSills } from '../../src/scene/decisions.ts';
import { surfaceMappings } from '../../src/scene/surface-mappings.ts';
import { unpreparedScenes } from '../support/unprepared.ts';

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

async function levelOf(
	bytes: Uint8Array,
	file: string,
	decisions: Decisions | undefined,
	sills: { sills?: 'auto' } = {},
) {
	const report = new Report();
	const recipe = levelRecipe({ ...sills, ...decidedSills(decisions) });
	const context = { report, surfaces: K1, mappings: [], decisions };
	return { level: await readLevel(bytesSource(bytes, file), { recipe }, context, registry), report };
}

/** The walkable ground of rooms, with its middle, and the walkable faces that are none. */
function groundOf({ rooms }: Level) {
	let wrong = 0;
	const vector: [number, number, number] = [0, 0, 0];
	const areas = rooms.flatMap(({ walkmesh }) => {
		if (walkmesh === undefined) return [];
		const { positions, faces, surfaces } = walkmesh;
		let [area, x, y] = [0, 0, 0];
		for (const [face, surface] of surfaces.entries()) {
			if (!isWalkable(K1, surface)) continue;
			const size = faceVector(positions, faces, face, vector);
			const corners = [0, 1, 2].map((k) => faces[face * 3 + k] * 3);
			if (vector[2] < size * 0.7 || Math.abs(positions[corners[0] + 2]) > 0.3) wrong++;
			area += size / 2;
			x += corners.reduce((sum, at) => sum + (positions[at] * size) / 6, 0);
			y += corners.reduce((sum, at) => sum + (positions[at + 1] * size) / 6, 0);
		}
		return [{ area, x: x / area, y: y / area }];
	});
	return { wrong, areas };
}

const SCENES = unpreparedScenes();

test('thirty scenes are made', () => expect(SCENES.length).toBe(30));

test.each(SCENES)(
	'$what: what is sure makes the level of the well-prepared scene',
	async ({ file, bytes, prepared }) => {
		const good = groundOf((await levelOf(prepared, 'prepared.glb', undefined, { sills: 'auto' })).level);
		const context = { report: new Report(), surfaces: K1, mappings: [] };
		const found = await proposeForSource(bytesSource(bytes, file), {}, context, registry);
		if (found === undefined) throw new Error('nothing was proposed');
		const { level, report } = await levelOf(bytes, file, acceptDecisions(found.proposals, 'high'));
		const got = groundOf(level);
		expect(report.failed).toBe(false);
		expect([got.areas.length, got.wrong]).toEqual([good.areas.length, 0]);
		for (const room of good.areas) {
			const distance = (each: typeof room): number => Math.hypot(each.x - room.x, each.y - room.y);
			const [same] = got.areas.toSorted((a, b) => distance(a) - distance(b));
			expect(Math.abs(same.area - room.area)).toBeLessThan(room.area / 100);
		}
	},
);

test('proposals alone make nothing: a scene whose proposals nobody confirmed is no level', async () => {
	const [{ bytes, file }] = SCENES;
	const context = { report: new Report(), surfaces: K1, mappings: [] };
	const found = await proposeForSource(bytesSource(bytes, file), {}, context, registry);
	const { level, report } = await levelOf(bytes, file, found?.proposals);
	expect(report.failed).toBe(true);
	expect(groundOf(level).areas.every(({ area }) => area === 0)).toBe(true);
});

test.each(SCENES)(
	'$what: no advice makes ground, removes rooms or hides that nothing is decided',
	async ({ file, bytes }) => {
		const before = await levelBy(bytes, file, {});
		const isFrame = (option: string): boolean => ['up', 'unit', 'scale'].includes(option);
		const total = ({ rooms }: Level): number =>
			groundOf({ rooms } as Level).areas.reduce((sum, { area }) => sum + area, 0);
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
