import { assembleCommand } from './commands/assemble.ts';
import { collisionCommand } from './commands/collision.ts';
import { planCommand } from './commands/plan.ts';
import { gameCommand } from './game/game.ts';
import { inspectCommand } from './inspect/inspect.ts';
import type { CommandDeclaration } from './shared/command.ts';

/** Names of commands that became a part of another one. Each works for one more version, says on standard error what it is now, and is in no help. */

/** @param now what is typed now @param before words that go before those that are typed @param flags that are given */
function former(name: string, now: string, of: unknown, { before = [], flags = {} }: Replaced): CommandDeclaration {
	const command = of as CommandDeclaration;
	return {
		...command,
		name,
		hidden: true,
		isInputWord: (index, words, options) =>
			command.isInputWord?.(index + before.length, [...before, ...words], { ...options, ...flags }) ?? true,
		run(session) {
			session.terminal.problem(`"wokflow ${name}" is "wokflow ${now}" now; the old name goes with the next version.`);
			const options = { ...session.options, ...flags };
			return command.run({ ...session, words: [...before, ...session.words], options });
		},
	};
}

interface Replaced {
	readonly before?: readonly string[];
	readonly flags?: Readonly<Record<string, boolean>>;
}

export const FORMER: readonly CommandDeclaration[] = [
	former('identify', 'inspect --writer', inspectCommand, { flags: { writer: true } }),
	former('stats', 'inspect --stats', inspectCommand, { flags: { stats: true } }),
	former('hull', 'collision --hull', collisionCommand, { flags: { hull: true } }),
	former('door', 'collision --door', collisionCommand, { flags: { door: true } }),
	former('minimap', 'plan --minimap', planCommand, { flags: { minimap: true } }),
	former('kit', 'assemble --list', assembleCommand, { flags: { list: true } }),
	former('sync', 'game sync', gameCommand, { before: ['sync'] }),
	former('place', 'game place', gameCommand, { before: ['place'] }),
];
