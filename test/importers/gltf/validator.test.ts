import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../importers/gltf/read.ts';
import { InputError } from '../../../src/findings/report.ts';
import { bytesOf } from '../../fixtures/reading.ts';
import { packGlb } from '../../support/gltf-maker.ts';
import { generator, mutateBytes, mutateJson, unpackGlb } from '../../support/mutate.ts';
import { testContext } from '../../support/read-gltf.ts';
import { runs, THOROUGH } from '../../support/thorough.ts';
import { FAULT_CASES } from './fault-cases.ts';

/**
 * The Khronos validator as an oracle: what it calls an error must not pass without a word. It runs in a process of its own, for deep
 * nesting brings it down.
 */
const VALIDATE = `
	const validator = require('gltf-validator');
	const chunks = [];
	process.stdin.on('data', (chunk) => chunks.push(chunk));
	process.stdin.on('end', async () => {
		const bytes = Buffer.concat(chunks);
		const results = [];
		for (let at = 0; at < bytes.length; ) {
			const length = bytes.readUInt32LE(at);
			const file = new Uint8Array(bytes.subarray(at + 4, at + 4 + length));
			at += 4 + length;
			try {
				const { issues } = await validator.validateBytes(file, { maxIssues: 100 });
				results.push(issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code));
			} catch {
				results.push(['UNREADABLE']);
			}
		}
		process.stdout.write(JSON.stringify(results));
	});
`;

/** Codes of the validator's errors, file by file. */
function validate(files: readonly Uint8Array[]): string[][] {
	const parts: Uint8Array[] = [];
	for (const file of files) {
		const head = new Uint8Array(4);
		new DataView(head.buffer).setUint32(0, file.length, true);
		parts.push(head, file);
	}
	const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', VALIDATE], {
		input: Buffer.concat(parts),
		maxBuffer: 1 << 28,
	});
	if (status !== 0) throw new Error(stderr.toString());
	return JSON.parse(stdout.toString());
}

/** True when a file is refused, or read with a warning or worse. */
async function isTold(bytes: Uint8Array): Promise<boolean> {
	const context = testContext({ mappings: [{ pattern: '*', surface: 'Stone' }] });
	try {
		await readGltf(bytes, {}, context);
	} catch (error) {
		if (error instanceof InputError) return true;
		throw error;
	}
	return context.report.findings.some(({ code, severity }) => severity !== 'info' && !code.startsWith('SURFACE_'));
}

/**
 * What the validator finds in data that no walkmesh is made of: normals, weights, pictures, cameras, animations, the place where an
 * accessor's values would lie if they were used. It is not decoded here, so nothing can be said of it.
 */
const NOT_LOOKED_AT =
	/^(?:ACCESSOR_VECTOR3_NON_UNIT|ACCESSOR_INVALID_SIGN|ACCESSOR_WEIGHTS_\w+|ACCESSOR_JOINTS_\w+|ACCESSOR_ANIMATION_\w+|ANIMATION_\w+|CAMERA_\w+|IMAGE_\w+|INVALID_GL_VALUE)$/;

const SOURCES = ['door', 'extras', 'markers', 'nested-transforms', 'strips-and-fans', 'two-rooms-seam'];
const ROUNDS = runs(24, 3000);

describe('the Khronos validator', () => {
	test('finds nothing wrong that is not told', { timeout: 600_000 }, async () => {
		const sources = SOURCES.map((name) => unpackGlb(bytesOf(`small/${name}.glb`)));
		const files: Uint8Array[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const random = generator(500_000 + round);
			const { text, data } = sources[Math.floor(random() * sources.length)];
			// One or the other: broken data of a node that fell out of the scene is nobody's concern.
			const alter = random() < 0.8;
			files.push(alter ? packGlb(mutateJson(text, random), data) : packGlb(text, mutateBytes(data, random)));
		}
		let faulty = 0;
		const silent: string[] = [];
		for (const [i, errors] of validate(files).entries()) {
			// A normal that is no number is also none of length 1; a corner that is no number is only the one.
			const normals = errors.includes('ACCESSOR_VECTOR3_NON_UNIT') ? 'ACCESSOR_INVALID_FLOAT' : undefined;
			const relevant = errors.filter((code) => !NOT_LOOKED_AT.test(code) && code !== normals);
			if (relevant.length === 0) continue;
			faulty++;
			if (!(await isTold(files[i]))) silent.push(`${500_000 + i}: ${relevant.join(', ')}`);
		}
		expect(faulty).toBeGreaterThan(ROUNDS / 4);
		expect(silent).toEqual([]);
	});

	test.runIf(THOROUGH)('agrees on the files that are known to be faulty', async () => {
		const files = FAULT_CASES.filter(({ name }) => !name.includes('nested too deep'));
		const errors = validate(files.map(({ bytes }) => bytes));
		for (const [i, codes] of errors.entries()) {
			if (codes.length > 0) expect([files[i].name, await isTold(files[i].bytes)]).toEqual([files[i].name, true]);
		}
	});
});
