import { type Command, InvalidArgumentError } from 'commander';
import type { Collision } from '../pipeline/collision.ts';
import type { Point } from '../src/collision/solid.ts';
import type { Vec3 } from '../src/mesh/vec3.ts';
import { addCommonOptions, type CommonOptions, choice, collect, positiveNumber } from './options.ts';
import type { Session } from './session.ts';
import { describeWalkmesh, grouped, walkmeshSummary } from './terminal.ts';

/** Flags of commands that read a visual model, whose surfaces mean nothing. */
export interface ModelFlags extends CommonOptions {
	from?: string;
	to?: string;
	node?: string[];
	up?: 'y' | 'z';
	unit?: 'm' | 'cm' | 'in';
	scale?: number;
}

export function addModelOptions(command: Command): Command {
	return addCommonOptions(command)
		.option('--from <format>', 'format of the model, where name and content do not tell')
		.option('--to <format>', 'format of the output, where its name does not tell')
		.option('--node <pattern>', 'nodes or objects that count (default: all but walkmesh and ignore_*)', collect)
		.addOption(choice('--up <axis>', 'axis that points up in the model', ['y', 'z'], 'y'))
		.addOption(choice('--unit <unit>', 'length of one unit of the model', ['m', 'cm', 'in'], 'm'))
		.option('--scale <factor>', 'further factor on all lengths', positiveNumber);
}

/** Any number, negative ones too. */
export function anyNumber(text: string): number {
	const [value] = numbersOf(text);
	if (value === undefined || text.includes(',')) throw new InvalidArgumentError('It must be a number.');
	return value;
}

/** Three numbers with commas. */
export function threeNumbers(text: string): Vec3 {
	const values = numbersOf(text);
	if (values.length !== 3) throw new InvalidArgumentError('It must be three numbers: x,y,z.');
	return [values[0], values[1], values[2]];
}

/** `left`, `right` or two numbers with a comma. */
export function hingePlace(text: string): 'left' | 'right' | Point {
	if (text === 'left' || text === 'right') return text;
	const values = numbersOf(text);
	if (values.length !== 2) throw new InvalidArgumentError('It must be left, right or two numbers: x,y.');
	return [values[0], values[1]];
}

function numbersOf(text: string): number[] {
	const parts = text.split(',').map((part) => part.trim());
	return parts.some((part) => part === '' || !Number.isFinite(Number(part))) ? [] : parts.map(Number);
}

/** Writes what was made and says so. */
export async function writeCollision({ files, walkmeshes }: Collision, session: Session): Promise<void> {
	const { terminal, surfaces } = session;
	if (files.length > 0) {
		const { writeFilesAtomically } = await import('../pipeline/files.ts');
		await writeFilesAtomically(files);
	}
	const outputs = files.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
	if (session.wantsJson) {
		session.json({
			outputs,
			walkmeshes: walkmeshes.map((mesh) => ({ ...walkmeshSummary(mesh, surfaces), hooks: mesh.hooks })),
		});
		return;
	}
	session.printFindings();
	for (const { path, bytes } of outputs) {
		terminal.note(`${terminal.paint(['green', 'bold'], 'wrote')} ${path}  ${grouped(bytes)} bytes`);
	}
	if (outputs.length === 0) {
		terminal.problem('Nothing was written.');
		return;
	}
	for (const mesh of walkmeshes) terminal.note(`  ${describeWalkmesh(mesh, surfaces)}`);
}
