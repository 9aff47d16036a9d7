import {
	dropDegenerate,
	dropDuplicate,
	dropUnused,
	findTJunctions,
	orient,
	weld,
} from '../pipeline/stages/clean-up.ts';
import { Report } from '../src/findings/report.ts';
import { K1 } from '../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../src/model/walkmesh.ts';
import { timeColumns } from './data.ts';

/**
 * How long each stage that cleans a mesh takes on a sound floor of a million faces, where there is nothing to mend.
 * `npx tsx bench/clean-up.ts [side] [rounds]` prints the cold time, the best and the median of the warm ones in
 * milliseconds.
 */

function floor(side: number): Walkmesh {
	const positions = new Float32Array((side + 1) ** 2 * 3);
	for (let i = 0; i < (side + 1) ** 2; i++) {
		const x = i % (side + 1);
		const y = Math.floor(i / (side + 1));
		positions.set([x * 0.5 - 100, y * 0.5 - 100, Math.sin(x / 10) * Math.cos(y / 10) * 2], i * 3);
	}
	const faces = new Uint32Array(side * side * 6);
	for (let i = 0; i < side * side; i++) {
		const a = i + Math.floor(i / side);
		faces.set([a, a + 1, a + side + 2, a, a + side + 2, a + side + 1], i * 6);
	}
	return createWalkmesh({ positions, faces, surfaces: new Uint32Array(side * side * 2).fill(4) });
}

const mesh = floor(Number(process.argv[2] ?? 708));
const rounds = Math.max(2, Number(process.argv[3] ?? 7));
const stages = [weld(), dropDegenerate(), dropDuplicate(), orient(), findTJunctions(), dropUnused()];
const times = stages.map((): number[] => []);
for (let round = 0; round < rounds; round++) {
	for (const [i, stage] of stages.entries()) {
		const report = new Report();
		const start = performance.now();
		const result = await stage.run(mesh, { report, surfaces: K1 });
		times[i].push(performance.now() - start);
		if (result !== mesh || report.findings.length > 0) throw new Error(`${stage.name} found something to mend.`);
	}
}
for (const [i, each] of times.entries()) {
	console.log(stages[i].name.padEnd(16), ...timeColumns(each));
}
