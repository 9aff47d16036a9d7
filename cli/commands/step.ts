import { declareCommand, NO_INPUT_WORDS } from '../shared/command.ts';

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
