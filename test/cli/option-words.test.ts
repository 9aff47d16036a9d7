import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { createRegistry } from '../../jobs/default-registry.ts';

/** What a command line means to the parser, or what it says of it. @param isAlone only what the line needs is declared, as when a command runs */
async function meant(words: readonly string[], isAlone: boolean): Promise<unknown> {
	let line: unknown;
	let said = '';
	const out = { write: (text: string | Uint8Array) => (said += String(text)) };
	const io = {
		stdin: (async function* () {})(),
		stdout: out,
		stderr: out,
		env: {},
		signal: new AbortController().signal,
	};
	const take = async ({ words, options }: { words: readonly string[]; options: object }): Promise<void> => {
		line = { words, options };
	};
	try {
		await createProgram(io, take, createRegistry(), isAlone ? words : undefined).parseAsync([...words], {
			from: 'user',
		});
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		line = { code: error.code };
	}
	return { line, said };
}

// A command that runs declares only the options that its line has; nobody shall see a difference.
test.each([
	['convert a.glb b.wok'],
	['convert a.glb b.wok -q --no-weld --tree=fast'],
	['convert -vq a.glb b.wok'],
	['convert a.glb -ob.wok'],
	['convert a.glb -qo b.wok --surface Floor=Stone --surface Wall=Wood'],
	['convert a.glb b.wok --weld -1'],
	['convert a.glb b.wok --nonsense'],
	['convert a.glb b.wok --quite'],
	['convert a.glb b.wok -Q'],
	['convert a.glb b.wok -qx'],
	['convert -q -- -a.glb b.wok'],
	['convert --json=- a.glb b.wok --strict'],
	['convert'],
	['convert --help'],
	['convert -qh'],
	['help convert'],
	['inspect room.wok --output'],
	['inspect --up'],
	['query room.wok -1,2 3,-4'],
	['query room.wok -1,2 --nonsense'],
])('%s', async (line) => {
	const words = line.split(' ');
	expect(await meant(words, true)).toEqual(await meant(words, false));
});
