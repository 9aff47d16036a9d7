import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { readLevel } from '../../jobs/level/level.ts';
import { proposeForSource } from '../../jobs/propose.ts';
import { levelRecipe } from '../../pipeline/recipe.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/sources.ts';
import { faceArea, faceVector } from '../../src/geometry/triangles.ts';
import type { Level } from '../../src/model/level.ts';
import { isWalkable, K1 } from '../../src/model/surfaces.ts';
import { acceptDecisions, type Decisions, decidedSills } from '../../src/scene/decisions.ts';
import { unpreparedScenes } from '../support/unprepared.ts';

const registry = createRegistry();
async function level(bytes: Uint8Array, file: string, decisions?: Decisions, sills?: object) {
	const report = new Report();
	const context = { report, surfaces: K1, mappings: [], decisions };
	const made = await readLevel(
		bytesSource(bytes, file),
		{ recipe: levelRecipe({ ...sills, ...decidedSills(decisions) }) },
		context,
		registry,
	);
	return { made, report };
}
function ground({ rooms }: Level) {
	let wrong = 0;
	const areas = rooms.map(({ walkmesh, name }) => {
		let [area, x, y] = [0, 0, 0];
		if (walkmesh === undefined) return { name, area, x, y };
		const { positions, faces, surfaces } = walkmesh;
		const v: [number, number, number] = [0, 0, 0];
		for (let f = 0; f < surfaces.length; f++) {
			if (!isWalkable(K1, surfaces[f])) continue;
			const a = faceArea(positions, faces, f);
			const size = faceVector(positions, faces, f, v);
			const z = positions[faces[f * 3] * 3 + 2];
			if (v[2] < size * 0.7 || Math.abs(z) > 0.3) wrong++;
			area += a;
			for (let k = 0; k < 3; k++) {
				x += (a / 3) * positions[faces[f * 3 + k] * 3];
				y += (a / 3) * positions[faces[f * 3 + k] * 3 + 1];
			}
		}
		return { name, area, x: x / area, y: y / area };
	});
	return { wrong, areas };
}
test('all', async () => {
	const lines: string[] = [];
	for (const { what, file, bytes, prepared } of unpreparedScenes()) {
		const good = ground((await level(prepared, 'prepared.glb', undefined, { sills: 'auto' })).made);
		let text = '';
		try {
			const source = bytesSource(bytes, file);
			const found = await proposeForSource(source, {}, { report: new Report(), surfaces: K1, mappings: [] }, registry);
			if (found === undefined) throw new Error('none');
			if (process.env.SHOW === what) console.log(JSON.stringify(found.proposals, null, 1));
			const decisions = acceptDecisions(found.proposals, 'high');
			const { made, report } = await level(bytes, file, decisions);
			const got = ground(made);
			const off = good.areas.map((room) => {
				const near = got.areas.toSorted(
					(a, b) => Math.hypot(a.x - room.x, a.y - room.y) - Math.hypot(b.x - room.x, b.y - room.y),
				)[0];
				return near === undefined ? 1 : Math.abs(near.area - room.area) / room.area;
			});
			const worst = Math.max(...off);
			const loud = report.findings.filter((f) => f.severity !== 'info').map((f) => f.code);
			text = `${worst < 0.01 && got.wrong === 0 && got.areas.length === good.areas.length ? 'ok ' : 'BAD'} ${what}: rooms ${got.areas.length}/${good.areas.length} worst ${(worst * 100).toFixed(2)}% wrong ${got.wrong} ${[...new Set(loud)].map((c) => `${c}:${loud.filter((x) => x === c).length}`).join(' ')} names ${got.areas.map((a) => a.name).join(',')}`;
		} catch (e) {
			text = `ERR ${what}: ${(e as Error).stack?.slice(0, 400)}`;
		}
		lines.push(text);
	}
	writeFileSync('/tmp/contact-table.txt', lines.join('\n') + '\n');
	expect(1).toBe(1);
}, 120000);
