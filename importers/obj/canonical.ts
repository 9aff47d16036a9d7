import type { Report } from '../../src/findings/index.ts';
import { NO_MATERIAL, type ObjModel } from './model.ts';

/** Characters that fit into one string of the engine. */
const LONGEST_TEXT = 0x1fff_ffe8;

/**
 * Prints a model as OBJ in the words that every reader understands: shortest decimals that read back exactly, positive indices, one
 * object a run with a name made of letters and digits, and every vertex before the first of them.
 *
 * @param longest characters; more are a finding that ends the reading
 */
export function canonicalText(model: ObjModel, report: Report, longest: number = LONGEST_TEXT): string {
	const blocks: string[] = [];
	let lines: string[] = [];
	let length = 0;
	const flush = (): void => {
		const block = `${lines.join('\n')}\n`;
		length += block.length;
		if (length > longest) report.fail('OBJ_TEXT_TOO_LONG', {}, { longest });
		blocks.push(block);
		lines = [];
	};
	const print = (line: string): void => {
		lines.push(line);
		if (lines.length === 0x4000) flush();
	};
	const { positions } = model;
	for (let i = 0; i < positions.length; i += 3) {
		print(`v ${decimal(positions[i])} ${decimal(positions[i + 1])} ${decimal(positions[i + 2])}`);
	}
	printFaces(model, print);
	flush();
	return blocks.join('');
}

function printFaces({ corners, faceSizes, runs }: ObjModel, print: (line: string) => void): void {
	let run = 0;
	let corner = 0;
	for (let face = 0; face < faceSizes.length; face++) {
		for (; run < runs.length && runs[run].firstFace === face; run++) {
			print(`o run${run}`);
			print(`usemtl ${runs[run].material === NO_MATERIAL ? 'none' : `material${runs[run].material}`}`);
		}
		let line = 'f';
		for (const end = corner + faceSizes[face]; corner < end; corner++) line += ` ${corners[corner] + 1}`;
		print(line);
	}
}

/** A vertex that could not be read is used by nothing; it only keeps its place. */
function decimal(value: number): string {
	if (Number.isNaN(value)) return '0';
	return Object.is(value, -0) ? '-0' : String(value);
}
