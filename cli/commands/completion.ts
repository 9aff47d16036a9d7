import { UsageError } from '../../src/findings/report.ts';
import { declareCommand, NO_INPUT_WORDS } from '../shared/command.ts';
import { COMMON_OPTIONS } from '../shared/session.ts';

/** Shells, and where their completion goes. */
const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const completionCommand = declareCommand({
	name: 'completion',
	summary: 'print what makes a shell complete commands, flags and values',
	isInputWord: NO_INPUT_WORDS,
	words: () => ({ '<shell>': SHELLS.join(', ') }),
	wordChoices: () => SHELLS,
	options: () => ({}),
	help: `Examples:
  wokflow completion bash >> ~/.bashrc
  wokflow completion zsh > ~/.zfunc/_wokflow              a folder of $fpath
  wokflow completion fish > ~/.config/fish/completions/wokflow.fish
  wokflow completion powershell >> $PROFILE`,
	async run({ words: [shell], registry, commands = () => [], terminal, wantsJson, json }) {
		const known = SHELLS.find((each) => each === shell);
		if (known === undefined) throw new UsageError(`"${shell}" is not one of ${SHELLS.join(', ')}.`);
		const { completionScript, completionsOf } = await import('../shared/completion.ts');
		const script = completionScript(known, await completionsOf(commands(), COMMON_OPTIONS, registry));
		if (wantsJson) json({ shell: known, script });
		else terminal.text(script);
		return undefined;
	},
});
