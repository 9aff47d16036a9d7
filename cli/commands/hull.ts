import { type Command, InvalidArgumentError } from 'commander';
import { type FootprintShape, type Front, HULL_OPTIONS } from '../../src/collision/hull.ts';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import { defaultsOf } from '../../src/options/options.ts';
import { addModelOptions, anyNumber, type ModelFlags, threeNumbers, writeCollision } from '../collision-options.ts';
import { choice, defined, nonNegativeNumber } from '../options.ts';
import type { RunCommand, Session } from '../session.ts';

interface HullFlags extends ModelFlags {
	shape?: FootprintShape;
	floor?: number;
	height?: number;
	margin?: number;
	simplify?: number;
	walls?: boolean;
	front?: Front;
	hookDistance?: number;
	hook1?: Vec3;
	hook2?: Vec3;
	hooks?: boolean;
	position?: Vec3;
}

export function addHullCommand(program: Command, runCommand: RunCommand): void {
	const { shape, height, margin, corners, front, hookDistance } = defaultsOf(HULL_OPTIONS);
	addModelOptions(program.command('hull'))
		.description('make the walkmesh of a placeable from its model: a flat footprint and two use hooks')
		.argument('<model>', 'visual model: glTF, GLB or OBJ')
		.argument('<output>', 'walkmesh to write: .pwk, .ascii, .glb, .obj or .svg')
		.addOption(
			choice(
				'--shape <shape>',
				'convex outline, smallest rectangle, or one along x and y',
				['convex', 'box', 'aabb'],
				shape,
			),
		)
		.option('--floor <z>', 'where the floor is (default: the lowest point of the model)', anyNumber)
		.option('--height <m>', `how much above the floor counts (default: ${height})`, nonNegativeNumber)
		.option('--margin <m>', `distance kept all around (default: ${margin})`, nonNegativeNumber)
		.option('--simplify <corners>', `corners that a convex outline may have (default: ${corners})`, cornerCount)
		.option('--walls', 'upright faces around the footprint, too')
		.addOption(choice('--front <side>', 'side of the model that hook 1 is on', ['-y', 'y', '-x', 'x'], front))
		.option('--hook-distance <m>', `how far hooks are from the footprint (default: ${hookDistance})`, nonNegativeNumber)
		.option('--hook1 <x,y,z>', 'hook 1, in the space of the model', threeNumbers)
		.option('--hook2 <x,y,z>', 'hook 2, in the space of the model', threeNumbers)
		.option('--no-hooks', 'leave the hooks zero')
		.option('--position <x,y,z>', 'position to write; vertices and hooks are stored relative to it', threeNumbers)
		.addHelpText(
			'after',
			`
Examples:
  wokflow hull crate.glb crate.pwk
  wokflow hull column.obj column.pwk --simplify 8 --margin 0.05
  wokflow hull desk.glb desk.pwk --shape box --front y --hook-distance 0.8`,
		)
		.action((model: string, output: string, flags: HullFlags) =>
			runCommand(flags, (session) => hull(model, output, flags, session)),
		);
}

async function hull(model: string, output: string, flags: HullFlags, session: Session): Promise<undefined> {
	const [{ hullFromSource }, { createRegistry }, files] = await Promise.all([
		import('../../pipeline/collision.ts'),
		import('../../pipeline/default-registry.ts'),
		import('../../pipeline/files.ts'),
	]);
	const { report, surfaces, mappings, signal } = session;
	const { from, to, node, up, unit, scale } = flags;
	const { shape, floor, height, margin, simplify, walls, front, hookDistance, hook1, hook2, hooks, position } = flags;
	const made = await hullFromSource(
		model === '-' ? await files.standardInput(session.io.stdin) : await files.openFile(model, report),
		output,
		{
			read: defined({ format: from, nodes: node, up, unit, scale }),
			write: defined({ format: to }),
			hull: defined({
				shape,
				floor,
				height,
				margin,
				corners: simplify,
				walls,
				front,
				hookDistance,
				hook1,
				hook2,
				hooks,
				position,
			}),
		},
		{ report, surfaces, mappings, signal },
		createRegistry(),
	);
	await writeCollision(made, session);
}

function cornerCount(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 3) throw new InvalidArgumentError('It must be a whole number from 3 on.');
	return value;
}
