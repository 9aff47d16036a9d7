import { type Command, InvalidArgumentError } from 'commander';
import type { Recipe } from '../pipeline/recipe.ts';
import { type Report, UsageError } from '../src/findings/index.ts';
import type { Vec3 } from '../src/geometry/vec3.ts';
import { type Layout, roomIndex } from '../src/level/layout.ts';
import { choice, positiveNumber } from './options.ts';

/** Flags that put a room into its place or change a walkmesh as a whole. */
export interface TransformFlags {
	lyt?: string;
	room?: string;
	origin?: Vec3;
	roomSpace?: 'auto' | 'room' | 'area';
	translate?: Vec3;
	rotate?: number;
	mirror?: 'x' | 'y';
	resize?: number;
}

export function addTransformOptions(command: Command): Command {
	return command
		.option('--lyt <file>', 'layout that the room belongs to: places it, and names the rooms of markers')
		.option('--room <name>', 'which room of the layout it is (default: by the name of the output, then of the input)')
		.option('--origin <x,y,z>', 'where the room’s own origin lies in the area, metres', threeNumbers)
		.addOption(
			choice('--room-space <space>', 'space of the vertices, for --lyt and --origin', ['auto', 'room', 'area'], 'auto'),
		)
		.option('--translate <x,y,z>', 'move by metres', threeNumbers)
		.option('--rotate <degrees>', 'turn about z, counter-clockwise from above', anyNumber)
		.addOption(choice('--mirror <axis>', 'mirror along an axis; faces keep looking up', ['x', 'y'], 'no'))
		.option('--resize <factor>', 'scale the finished walkmesh about the origin', positiveNumber);
}

/** Where a room lies: from the layout or as said. @throws UsageError when the layout does not have the room */
export function placeOf(flags: TransformFlags, layout: Layout | undefined, names: readonly string[]): Vec3 | undefined {
	if (flags.room !== undefined && layout === undefined) throw new UsageError('--room goes with --lyt FILE.');
	if (flags.roomSpace !== undefined && layout === undefined && flags.origin === undefined) {
		throw new UsageError('--room-space goes with --lyt FILE or --origin.');
	}
	if (flags.origin !== undefined) return flags.origin;
	if (layout === undefined) return undefined;
	const wanted = flags.room === undefined ? names : [flags.room];
	for (const name of wanted) {
		const index = roomIndex(layout, name);
		if (index >= 0) return layout.rooms[index].position;
	}
	const rooms = layout.rooms.map(({ model }) => model).join(', ');
	throw new UsageError(`The layout has no room "${wanted.join('" or "')}". It has: ${rooms}. Say which: --room NAME.`);
}

/** Stages that put a room in its place, for scenes and for walkmeshes. */
export function placeStages(flags: TransformFlags, at: Vec3 | undefined): { scene: Recipe; walkmesh: Recipe } {
	if (at === undefined) return { scene: [], walkmesh: [] };
	const options = { at, ...(flags.roomSpace === undefined ? {} : { space: flags.roomSpace }) };
	return { scene: [['place', options]], walkmesh: [['place-room', options]] };
}

/** Stages for the changes asked for, in the order resize, mirror, rotate, translate. */
export function changeStages({ resize, mirror, rotate, translate }: TransformFlags): Recipe {
	return [
		...(resize === undefined ? [] : [['scale', { factor: resize }] as const]),
		...(mirror === undefined ? [] : [['mirror', { axis: mirror }] as const]),
		...(rotate === undefined ? [] : [['rotate', { degrees: rotate }] as const]),
		...(translate === undefined ? [] : [['translate', { by: translate }] as const]),
	];
}

/** Reads a layout. @throws InputError when it cannot be read */
export async function loadLayout(path: string, report: Report): Promise<Layout> {
	const [{ openFile }, { readLyt }] = await Promise.all([
		import('../pipeline/files.ts'),
		import('../importers/lyt/index.ts'),
	]);
	return readLyt(await (await openFile(path, report)).bytes(), report.within({ file: path }));
}

function threeNumbers(text: string): Vec3 {
	const values = text.split(/[\s,]+/).map(Number);
	if (values.length !== 3 || !values.every(Number.isFinite)) {
		throw new InvalidArgumentError('It must be three numbers: x,y,z.');
	}
	return [values[0], values[1], values[2]];
}

function anyNumber(text: string): number {
	const value = Number(text);
	if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
	return value;
}
