import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GLTF_FINDINGS } from '../../../importers/gltf/findings.ts';
import { describeLocation, type Finding, InputError } from '../../../src/findings/report.ts';
import type { Scene } from '../../../src/scene/scene.ts';
import { readGltfScene, testContext } from '../../support/read-gltf.ts';
import { FAULT_CASES } from './fault-cases.ts';
import type { FaultCase } from './square-documents.ts';

/** What came of a file: its findings, the fatal one last, and the scene if there is one. */
async function outcome({
	bytes,
	options = {},
	context = {},
}: FaultCase): Promise<{ findings: Finding[]; scene?: Scene }> {
	const full = testContext(context);
	try {
		const scene = await readGltfScene(bytes, options, full);
		return { findings: [...full.report.findings], scene };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { findings: [...full.report.findings, error.finding] };
	}
}

/** Everything that is reported about a file. */
function told({ name }: FaultCase, { findings, scene }: Awaited<ReturnType<typeof outcome>>): string {
	const triangles = scene?.parts.reduce((sum, part) => sum + part.triangles.length / 3, 0);
	const lines = [`# ${name}: ${scene === undefined ? 'not read' : `${triangles} triangles`}`];
	for (const { severity, code, location: place, message } of findings) {
		if (code === 'NODES_TAKEN') continue;
		lines.push(`${severity} ${code} ${describeLocation(place)}\n  ${message}`);
	}
	return `${lines.join('\n')}\n`;
}

const GOLDEN = join(import.meta.dirname, 'goldens/faults.txt');

test('files with something wrong: each is told what, and where, and every code of the catalogue is among them', async () => {
	let all = '';
	const codes = new Set<string>();
	for (const fault of FAULT_CASES) {
		const made = await outcome(fault);
		all += told(fault, made);
		for (const { code } of made.findings) codes.add(code);
	}
	await expect(all).toMatchFileSnapshot(GOLDEN);
	expect(Object.keys(GLTF_FINDINGS).filter((code) => !codes.has(code))).toEqual([]);
});

// Each by itself, so that each is quick: mutants are tried with the quickest tests.
const golden = readFileSync(GOLDEN, 'utf8');
test.each(FAULT_CASES.map((fault) => [fault.name, fault] as const))('%s', async (_, fault) => {
	const made = await outcome(fault);
	expect(made.findings.filter(({ code }) => code !== 'NODES_TAKEN')).not.toEqual([]);
	expect(golden).toContain(told(fault, made));
	for (const part of made.scene?.parts ?? []) {
		expect(part.positions.every(Number.isFinite)).toBe(true);
		expect(part.triangles.every((vertex) => vertex * 3 < part.positions.length)).toBe(true);
		expect(part.surfaces.length * 3).toBe(part.triangles.length);
	}
});
