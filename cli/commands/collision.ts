import { basename } from 'node:path';
import { DOOR_OPTIONS } from '../../level/collision/door.ts';
import { HULL_OPTIONS } from '../../level/collision/hull.ts';
import { OUTPUT_OPTIONS, READ_OPTIONS, WRITE_OPTIONS } from '../../pipeline/options.ts';
import { given, reworded } from '../../src/findings/options.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { modelName } from '../../src/formats/sources.ts';
import { shellQuoted } from '../../src/model/advice.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import { BEFORE_OUTPUT, declareCommand } from '../shared/command.ts';
import { outputOf, outputOptions } from '../shared/outputs.ts';
import { printMade, type Session } from '../shared/session.ts';
import { walkmeshSummary } from '../shared/terminal.ts';

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

/** `hull`: what a placeable needs. */
export const hullCommand = declareCommand({
	name: 'hull',
	summary: 'make the walkmesh of a placeable from its model: a flat footprint and two use hooks',
	isInputWord: BEFORE_OUTPUT,
	words: (registry) => ({
		'<model>': `visual model: ${registry.modelExtensions.join(' ')}`,
		'[output]': 'walkmesh to write: .pwk, .ascii, .glb, .obj or .svg',
	}),
	options: () => ({ ...MODEL_OPTIONS, ...HULL_OPTIONS, ...outputOptions('Walkmesh to write.') }),
	help: `Examples:
  wokflow hull crate.glb crate.pwk
  wokflow hull column.obj column.pwk --corners 8 --margin 0.05
  wokflow hull desk.glb desk.pwk --shape box --front y --hook-distance 0.8`,
	async run(session) {
		const { hullFromSource } = await import('../../jobs/collision.ts');
		return make(session, '.pwk', (source, output, io) =>
			hullFromSource(
				source,
				output,
				{ ...io, hull: given(HULL_OPTIONS, session.options) },
				session.context,
				session.registry,
			),
		);
	},
});

/** `door`: the three states of a door. */
export const doorCommand = declareCommand({
	name: 'door',
	summary: 'make the three walkmeshes of a door from its model: closed, open one way, open the other',
	isInputWord: BEFORE_OUTPUT,
	words: (registry) => ({
		'<model>': `visual model of the closed door: ${registry.modelExtensions.join(' ')}`,
		'[output]':
			'name of the door: gate writes gate0.dwk, gate1.dwk, gate2.dwk; .ascii, .glb, .obj and .svg hold all three',
	}),
	options: () => ({ ...MODEL_OPTIONS, ...DOOR_OPTIONS, ...outputOptions('Name of the door.') }),
	help: `Examples:
  wokflow door gate.glb gate
  wokflow door gate.glb gate --hinge right --angle 110
  wokflow door airlock.obj airlock --leaves 2 --slide`,
	async run(session) {
		const { doorFromSource } = await import('../../jobs/collision.ts');
		return make(session, '', (source, output, io) =>
			doorFromSource(
				source,
				output,
				{ ...io, door: given(DOOR_OPTIONS, session.options) },
				session.context,
				session.registry,
			),
		);
	},
});

type Collision = import('../../jobs/collision.ts').Collision;
type SourceOptions = import('../../jobs/collision.ts').CollisionSourceOptions;

/** @param extension of the output that is proposed where there is none */
async function make<O extends typeof MODEL_OPTIONS & typeof OUTPUT_OPTIONS>(
	session: Session<O>,
	extension: string,
	run: (source: Awaited<ReturnType<Session['open']>>, output: string, options: SourceOptions) => Promise<Collision>,
): Promise<undefined> {
	const { words, options, context, report } = session;
	const { writeOutputs } = await import('../../jobs/files/outputs.ts');
	const [model] = words;
	const example = `${modelName(basename(model))}${extension}`;
	const output = outputOf(words[1], options, shellQuoted(example));
	const { to, ...read } = given(MODEL_OPTIONS, options);
	const made = await run(await session.open(model), output, { read, write: to === undefined ? {} : { to } });
	const { files } = await writeOutputs(made.files, report, given(OUTPUT_OPTIONS, options));
	const walkmeshes = made.walkmeshes.map((mesh) => ({ ...walkmeshSummary(mesh, context.surfaces), hooks: mesh.hooks }));
	printMade({ ...made, files, json: { walkmeshes } }, session);
	return undefined;
}
