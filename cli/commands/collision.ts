import { basename } from 'node:path';
import { DOOR_OPTIONS } from '../../level/collision/door.ts';
import { HULL_OPTIONS } from '../../level/collision/hull.ts';
import { type OUTPUT_OPTIONS, READ_OPTIONS, WRITE_OPTIONS } from '../../pipeline/options.ts';
import { flag, type GivenOf, given, kebab, optional, reworded } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { modelName } from '../../src/formats/contracts.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { shellQuoted } from '../../src/model/advice.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import { BEFORE_OUTPUT, declareCommand } from '../shared/command.ts';
import { outputOf, outputOptions, writeMade } from '../shared/outputs.ts';
import { printMade, type Session } from '../shared/session.ts';
import { walkmeshSummary } from '../shared/terminal.ts';
import { inputsFirst } from '../shared/word-order.ts';

/** Reading a visual model, whose surfaces mean nothing. */
const MODEL_OPTIONS = {
	from: READ_OPTIONS.from,
	to: WRITE_OPTIONS.to,
	node: {
		...reworded(READ_OPTIONS.node, 'Nodes or objects that count, by name.'),
		otherwise: 'all but walkmesh and ignore_*',
	},
	...FRAME_OPTIONS,
	...LIMIT_OPTIONS,
};

const KIND_OPTIONS = {
	hull: flag('The walkmesh of a placeable: a flat footprint and two use hooks. The same as an output .pwk.', false),
	door: flag('The three walkmeshes of a door: closed, open one way, open the other.', false),
};

/** What both have, with other values. */
const BOTH_OPTIONS = {
	shape: {
		...optional(
			reworded(
				HULL_OPTIONS.shape,
				'Convex outline (of placeables), the smallest rectangle in plan, or the one along x and y.',
			),
		),
		otherwise: 'convex, for doors box',
	},
	height: {
		...optional(
			reworded(
				HULL_OPTIONS.height,
				'How much of the model above the floor counts: what characters can run into; for doors the height of the box.',
			),
		),
		otherwise: '1.5 m, for doors that of the model',
	},
	hookDistance: {
		...optional(reworded(HULL_OPTIONS.hookDistance, 'How far hooks are from the footprint, or from the closed door.')),
		otherwise: '0.5 m, for doors 1 m',
	},
};

export const collisionCommand = declareCommand({
	name: 'collision',
	summary: 'generate the walkmesh of a placeable (--hull) or the three of a door (--door) from a visual model',
	isInputWord: BEFORE_OUTPUT,
	words: (registry) => ({
		'<model>': `visual model, of a door the closed one: ${registry.modelExtensions.join(' ')}`,
		'[output]':
			'walkmesh to write: .pwk, .ascii, .glb, .obj or .svg; or the name of a door: gate writes gate0.dwk, gate1.dwk, gate2.dwk, and .ascii, .glb, .obj and .svg hold all three',
	}),
	options: () => ({
		...KIND_OPTIONS,
		...MODEL_OPTIONS,
		...HULL_OPTIONS,
		...DOOR_OPTIONS,
		...BOTH_OPTIONS,
		...outputOptions('Walkmesh to write, or the name of a door.'),
	}),
	help: `Examples:
  wokflow collision crate.glb crate.pwk
  wokflow collision column.obj column.pwk --corners 8 --margin 0.05
  wokflow collision desk.glb desk.pwk --shape box --front y --hook-distance 0.8
  wokflow collision gate.glb gate --door
  wokflow collision gate.glb gate --door --hinge right --angle 110
  wokflow collision airlock.obj airlock --door --leaves 2 --slide`,
	async run(session) {
		const { options, words, registry, context } = session;
		const isDoor = kindOf(options, options.output ?? words[1] ?? '', words) === 'door';
		const stray = Object.keys(given(isDoor ? HULL_OPTIONS : DOOR_OPTIONS, options)).filter(
			(name) => !Object.hasOwn(isDoor ? DOOR_OPTIONS : HULL_OPTIONS, name),
		);
		if (stray.length > 0)
			throw new UsageError(
				`--${kebab(stray[0])} goes with ${isDoor ? '--hull' : '--door'}, not with ${isDoor ? '--door' : '--hull'}.`,
			);
		if (isDoor && options.shape === 'convex')
			throw new UsageError('--shape convex is for placeables. A door is a box: --shape box or aabb.');
		const { doorFromSource, hullFromSource } = await import('../../jobs/collision.ts');
		if (isDoor)
			return make(session, '', (source, output, io) =>
				doorFromSource(source, output, { ...io, door: given(DOOR_OPTIONS, options) }, context, registry),
			);
		return make(session, '.pwk', (source, output, io) =>
			hullFromSource(source, output, { ...io, hull: given(HULL_OPTIONS, options) }, context, registry),
		);
	},
});

/** @throws UsageError where neither the flags nor the name of the output tell */
function kindOf(
	{ hull = false, door = false }: GivenOf<typeof KIND_OPTIONS>,
	output: string,
	words: readonly string[],
): 'hull' | 'door' {
	if (hull && door) throw new UsageError('--hull and --door are different walkmeshes. Give one.');
	if (hull || (!door && /\.pwk$/i.test(output))) return 'hull';
	if (door || /\.dwk$/i.test(output)) return 'door';
	const swapped = inputsFirst('collision', words);
	if (swapped !== undefined) throw swapped;
	throw new UsageError('Say what to make of the model: --hull, for a placeable, or --door.');
}

type Collision = import('../../jobs/collision.ts').Collision;
type SourceOptions = import('../../jobs/collision.ts').CollisionSourceOptions;

/** @param extension of the output that is proposed where there is none */
async function make<O extends typeof MODEL_OPTIONS & typeof OUTPUT_OPTIONS>(
	session: Session<O>,
	extension: string,
	run: (source: Awaited<ReturnType<Session['open']>>, output: string, options: SourceOptions) => Promise<Collision>,
): Promise<undefined> {
	const { words, options, context } = session;
	const [model] = words;
	const example = `${modelName(basename(model))}${extension}`;
	const output = outputOf(words[1], options, shellQuoted(example));
	const { to, ...read } = given(MODEL_OPTIONS, options);
	const made = await run(await session.open(model), output, { read, write: to === undefined ? {} : { to } });
	const { files } = await writeMade(made.files, session);
	const walkmeshes = made.walkmeshes.map((mesh) => ({ ...walkmeshSummary(mesh, context.surfaces), hooks: mesh.hooks }));
	printMade({ ...made, files, json: { walkmeshes } }, session);
	return undefined;
}
