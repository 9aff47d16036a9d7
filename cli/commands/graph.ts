import { flag, given, number } from '../../src/findings/options.ts';
import { counted } from '../../src/text/numbers.ts';
import { declareCommand, NO_INPUT_WORDS } from '../shared/command.ts';
import { CONFIG_OPTION, TARGET_WORDS } from '../shared/target-words.ts';

const GRAPH_OPTIONS = {
	batch: number('Steps of one kind in one action: as many rooms a process.', undefined, {
		limits: { minimum: 1, integer: true },
		otherwise: 'by size, small levels as a whole',
	}),
};

export const graphCommand = declareCommand({
	name: 'graph',
	summary: 'list the actions of a build, what each reads and writes, for another build system',
	isInputWord: NO_INPUT_WORDS,
	words: () => TARGET_WORDS,
	options: () => ({
		...CONFIG_OPTION,
		...GRAPH_OPTIONS,
		outputs: flag('Print the paths that actions write, too.', false),
	}),
	help: `Examples:
  wokflow graph                          one line an action
  wokflow graph quay --batch 20 --json   {id, command, inputs, outputs} each, twenty rooms an action`,
	async run({ options, words: targets, report, terminal, wantsJson, json }) {
		const [{ buildGraph }, { findConfig, loadConfig }] = await Promise.all([
			import('../../builds/emit/batches.ts'),
			import('../../builds/config/config.ts'),
		]);
		const config = await loadConfig(findConfig(options.config));
		const actions = await buildGraph(config, { targets, ...given(GRAPH_OPTIONS, options) }, report);
		if (wantsJson) {
			json({ actions });
			return undefined;
		}
		for (const { id, inputs, outputs } of actions) {
			terminal.result(`${id}  ${counted(inputs.length, 'input')}, ${counted(outputs.length, 'output')}`);
			if (options.outputs === true) for (const path of outputs) terminal.result(`  ${path}`);
		}
		return undefined;
	},
});

/**
 * The steps of a build as commands of their own, for other build systems; `docs/scaling.md` says what each reads and writes.
 * Not in the list of commands: a person uses `wokflow build`.
 */
export const stepCommand = declareCommand({
	name: 'step',
	summary: 'one step of a build, for other build systems; see docs/scaling.md',
	isInputWord: NO_INPUT_WORDS,
	hidden: true,
	// Notes stand in the report of the level; here they would be lost among those of other rooms.
	quiet: true,
	words: () => ({
		'<step>': 'split, prepare, link, finish, gather, module, convert or batch',
		'<arguments...>': 'what the step reads and writes; or @FILE, a file with these as a JSON array',
	}),
	options: () => ({}),
	async run({ words: [step, ...words], report }) {
		const { runStep } = await import('../../builds/emit/step-command.ts');
		await runStep(step, words, report);
		return undefined;
	},
});
