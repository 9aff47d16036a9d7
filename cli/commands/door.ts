import { type Command, Option } from 'commander';
import { DOOR_OPTIONS, type DoorOptions } from '../../src/collision/door.ts';
import type { Front } from '../../src/collision/hull.ts';
import type { Point } from '../../src/collision/solid.ts';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import { defaultsOf } from '../../src/options/options.ts';
import {
	addModelOptions,
	anyNumber,
	hingePlace,
	type ModelFlags,
	threeNumbers,
	writeCollision,
} from '../collision-options.ts';
import { choice, defined, nonNegativeNumber, positiveNumber } from '../options.ts';
import type { RunCommand, Session } from '../session.ts';

interface DoorFlags extends ModelFlags {
	shape?: 'box' | 'aabb';
	form?: 'box' | 'flat';
	floor?: number;
	height?: number;
	thickness?: number;
	hinge?: 'left' | 'right' | Point;
	angle?: number;
	/** True without a value. */
	slide?: number | true;
	leaves?: '1' | '2';
	front?: Front;
	hookDistance?: number;
	hook1?: Vec3;
	hook2?: Vec3;
	open1Hook?: Vec3;
	open2Hook?: Vec3;
	position?: Vec3;
}

export function addDoorCommand(program: Command, runCommand: RunCommand): void {
	const { shape, form, hinge, angle, leaves, front, hookDistance } = defaultsOf(DOOR_OPTIONS);
	addModelOptions(program.command('door'))
		.description('make the three walkmeshes of a door from its model: closed, open one way, open the other')
		.argument('<model>', 'visual model of the closed door: glTF, GLB or OBJ')
		.argument(
			'<output>',
			'name of the door: gate writes gate0.dwk, gate1.dwk, gate2.dwk; .ascii, .glb, .obj and .svg hold all three',
		)
		.addOption(choice('--shape <shape>', 'smallest rectangle in plan, or one along x and y', ['box', 'aabb'], shape))
		.addOption(choice('--form <form>', 'upright box with a lid, or flat on the floor', ['box', 'flat'], form))
		.option('--floor <z>', 'where the floor is (default: the lowest point of the model)', anyNumber)
		.option('--height <m>', 'height of the box (default: that of the model)', positiveNumber)
		.option('--thickness <m>', 'thickness of a leaf (default: that of the model, 0.1 at least)', positiveNumber)
		.option('--hinge <place>', `what it turns about: left, right, or x,y (default: ${hinge})`, hingePlace)
		.option('--angle <degrees>', `how far it opens (default: ${angle})`, anyNumber)
		.option('--slide [m]', 'leaves slide aside, by this or their own width, instead of turning', nonNegativeNumber)
		.addOption(new Option('--leaves <n>', `leaves of the door (default: ${leaves})`).choices(['1', '2']))
		.addOption(choice('--front <side>', 'side of the model that hook 1 is on', ['-y', 'y', '-x', 'x'], front))
		.option(
			'--hook-distance <m>',
			`how far hooks are from the closed door (default: ${hookDistance})`,
			nonNegativeNumber,
		)
		.option('--hook1 <x,y,z>', 'hook 1 of the closed door, in the space of the model', threeNumbers)
		.option('--hook2 <x,y,z>', 'hook 2 of the closed door', threeNumbers)
		.option('--open1-hook <x,y,z>', 'the hook of the door that opened away from the front', threeNumbers)
		.option('--open2-hook <x,y,z>', 'the hook of the door that opened towards the front', threeNumbers)
		.option('--position <x,y,z>', 'position to write; vertices and hooks are stored relative to it', threeNumbers)
		.addHelpText(
			'after',
			`
Examples:
  wokflow door gate.glb gate
  wokflow door gate.glb gate --hinge right --angle 110
  wokflow door airlock.obj airlock --leaves 2 --slide`,
		)
		.action((model: string, output: string, flags: DoorFlags) =>
			runCommand(flags, (session) => door(model, output, flags, session)),
		);
}

async function door(model: string, output: string, flags: DoorFlags, session: Session): Promise<undefined> {
	const [{ doorFromSource }, { createRegistry }, files] = await Promise.all([
		import('../../pipeline/collision.ts'),
		import('../../pipeline/default-registry.ts'),
		import('../../pipeline/files.ts'),
	]);
	const { report, surfaces, mappings, signal } = session;
	const { from, to, node, up, unit, scale } = flags;
	const made = await doorFromSource(
		model === '-' ? await files.standardInput(session.io.stdin) : await files.openFile(model, report),
		output,
		{
			read: defined({ format: from, nodes: node, up, unit, scale }),
			write: defined({ format: to }),
			door: doorOptionsOf(flags),
		},
		{ report, surfaces, mappings, signal },
		createRegistry(),
	);
	await writeCollision(made, session);
}

function doorOptionsOf(flags: DoorFlags): DoorOptions {
	const { shape, form, floor, height, thickness, hinge, angle, slide, leaves, front, hookDistance } = flags;
	const { hook1, hook2, open1Hook, open2Hook, position } = flags;
	return defined({
		shape,
		form,
		floor,
		height,
		thickness,
		hinge,
		angle,
		slide: slide === true ? ('width' as const) : slide,
		leaves: leaves === undefined ? undefined : leaves === '2' ? (2 as const) : (1 as const),
		front,
		hookDistance,
		hook1,
		hook2,
		open1Hook,
		open2Hook,
		position,
	});
}
