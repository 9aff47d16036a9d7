import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/findings/report.ts';
import { type Motion, moveWalkmesh, reflection, rotation, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { generator } from '../support/mutate.ts';
import { FAULTS } from '../support/planted-kinds.ts';
import {
	cleanLevel,
	copyOf,
	describeFinding,
	isLoud,
	LevelChecker,
	type LevelFiles,
	type Random,
} from '../support/planted-level.ts';
import { seedOfRun } from '../support/seed.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

/** What is found in a level does not depend on where it lies, how it is turned, or in which order its faces are. */

const EMPTY = { faces: new Uint32Array(0), surfaces: new Uint32Array(0) };

function moved(files: LevelFiles, motion: Motion): LevelFiles {
	const pointOf = (position: Vec3): Vec3 =>
		[
			...moveWalkmesh(createWalkmesh({ ...EMPTY, positions: Float32Array.from(position) }), motion).positions,
		] as unknown as Vec3;
	const { layout, rooms } = files;
	return {
		...copyOf(files),
		rooms: rooms.map((mesh) => moveWalkmesh(mesh, motion)),
		layout: { ...layout, rooms: layout.rooms.map((room) => ({ ...room, position: pointOf(room.position) })) },
	};
}

function shuffled(mesh: Walkmesh, random: Random): Walkmesh {
	const order = [...mesh.surfaces.keys()].map((face) => ({ face, key: random() })).sort((a, b) => a.key - b.key);
	const ordered = (values: ArrayLike<number>, size: number): number[] =>
		order.flatMap(({ face }) => Array.from({ length: size }, (_, k) => values[face * size + k]));
	return {
		...mesh,
		faces: Uint32Array.from(ordered(mesh.faces, 3)),
		surfaces: Uint32Array.from(ordered(mesh.surfaces, 1)),
		transitions: Int32Array.from(ordered(mesh.transitions, 3)),
	};
}

const VARIANTS: Readonly<Record<string, (files: LevelFiles, random: Random) => LevelFiles>> = {
	'mirrored in x': (files) => moved(files, reflection('x')),
	'mirrored in y': (files) => moved(files, reflection('y')),
	'turned by 90 degrees': (files) => moved(files, rotation(90)),
	elsewhere: (files) => moved(files, translation([64, -32, 16])),
	'with its faces shuffled': (files, random) => ({
		...copyOf(files),
		rooms: files.rooms.map((mesh) => shuffled(mesh, random)),
	}),
};

const codesOf = (findings: readonly Finding[]): string[] =>
	findings
		.filter(isLoud)
		.map(({ code }) => code)
		.sort();

describe('the same is found of a level', () => {
	const seed = seedOfRun();
	console.log(`seed ${seed}`);

	const variants = Object.keys(VARIANTS);
	test.each(variants)('%s', { timeout: 3_600_000 }, async (variant) => {
		const changed = VARIANTS[variant];
		// In the usual run each variant has faults of its own.
		const isMeant = (i: number): boolean => THOROUGH || i % variants.length === variants.indexOf(variant);
		for (let round = 0; round < runs(1, 4); round++) {
			const random = generator(seed + round);
			const clean = cleanLevel(random, 5, 98);
			const checker = new LevelChecker();
			const different: string[] = [];
			for (const [kind, plant] of Object.entries(FAULTS).filter((_, i) => isMeant(i))) {
				const files = copyOf(clean);
				if (plant(files, random) === undefined || files.tables.size + files.bytes.size + files.missing.size > 0)
					continue;
				const [before, after] = [await checker.check(files), await checker.check(changed(files, random))];
				if (codesOf(before).join() === codesOf(after).join()) continue;
				different.push(
					`${kind}, seed ${seed + round}`,
					...before.filter(isLoud).map(describeFinding),
					'  and then',
					...after.filter(isLoud).map(describeFinding),
				);
			}
			expect(different.join('\n')).toBe('');
		}
	});
});
