import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { build, type TargetResult } from '../../builds/build.ts';
import { upToDateTargets } from '../../builds/cache/manifest.ts';
import { loadConfig } from '../../builds/config/config.ts';
import { packageVersion } from '../../builds/program.ts';
import { scratchFolder } from '../support/cli.ts';
import { generator, mutateBytes, mutateJson } from '../support/mutate.ts';
import { runs } from '../support/thorough.ts';
import { Project, row, rowGlb } from './support.ts';

const SEED = Number(process.env['WOKFLOW_SEED'] ?? 20_261_122);
const folder = scratchFolder();

/** Files below a folder; the lock is left out, whose damage is waited for (`hostile.test.ts`). */
function filesBelow(path: string): string[] {
	return readdirSync(path, { recursive: true, encoding: 'utf8' })
		.map((name) => join(path, name))
		.filter((name) => statSync(name).isFile() && relative(path, name) !== 'lock')
		.sort();
}

/** Damages a file as disks, crashes, merges and hands do. @returns what was done */
function damage(path: string, random: () => number): string {
	const bytes = readFileSync(path);
	const choice = random();
	if (choice < 0.1) {
		rmSync(path);
		return 'removed';
	}
	if (choice < 0.2) {
		rmSync(path);
		mkdirSync(path);
		return 'a folder';
	}
	if (choice < 0.35) {
		truncateSync(path, Math.floor(random() * bytes.length));
		return 'cut short';
	}
	if (choice < 0.45) {
		writeFileSync(path, '');
		return 'emptied';
	}
	if (choice < 0.55) {
		writeFileSync(path, new Uint8Array(bytes.length));
		return 'zeros';
	}
	const text = bytes.toString();
	if (choice < 0.8 && /^\s*[{[]/.test(text)) {
		try {
			writeFileSync(path, mutateJson(text, random, 1 + Math.floor(random() * 4)));
			return 'another value in its JSON';
		} catch {
			// Not JSON, or not any more.
		}
	}
	writeFileSync(path, mutateBytes(bytes, random));
	return 'other bytes';
}

test('whatever happens to .wokflow, the next build makes what a build from nothing makes', {
	timeout: 900_000,
}, async () => {
	const config = { targets: { row: { level: 'row.glb', out: 'out' } } };
	const fresh = new Project(join(folder, 'fresh'), config);
	const project = new Project(join(folder, 'project'), config);
	// Two scenes in turns, so that there is something to do, and the cache is asked.
	const scenes = [rowGlb(row(3)), rowGlb(row(3).map((room, index) => ({ ...room, hump: index / 8 })))];
	const expected: Record<string, string>[] = [];
	for (const scene of scenes) {
		fresh.write('row.glb', scene);
		expect(await fresh.build()).toMatchObject({ status: 'built' });
		expected.push(fresh.files('out'));
	}
	project.write('row.glb', scenes[0]);
	const file = project.at('wokflow.config.json');
	const buildIt = async (): Promise<TargetResult> => (await build(await loadConfig(file)))[0];
	await buildIt();
	for (let round = 0; round < runs(4, 250); round++) {
		const random = generator(SEED + round);
		const scene = random() < 0.4 ? 1 : 0;
		const done: string[] = [];
		for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
			const files = filesBelow(project.at('.wokflow'));
			if (files.length === 0) break;
			const path = files[Math.floor(random() * files.length)];
			done.push(`${relative(project.folder, path)}: ${damage(path, random)}`);
		}
		project.write('row.glb', scenes[scene]);
		const where = `seed ${SEED + round}: ${done.join(', ')}`;
		const ready = upToDateTargets({ config: file, targets: [], strict: false, version: packageVersion() });
		const result =
			ready === undefined
				? await buildIt().catch((error) => {
						throw new Error(where, { cause: error });
					})
				: { status: 'up-to-date' };
		expect(result.status, where).toMatch(/^(built|up-to-date)$/);
		const made = project.files('out');
		const differing = Object.entries(expected[scene]).filter(([name, content]) => made[name] !== content);
		expect(
			differing.map(([name]) => name),
			where,
		).toStrictEqual([]);
	}
});
