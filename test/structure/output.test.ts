import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';
import { PRODUCT_FOLDERS } from '../support/product-folders.ts';

/** Everything else prints through the first, so that names from files are made harmless; the others hand it its streams. */
const KNOW_STREAMS = ['shared/terminal.ts', 'main.ts', 'supervisor.ts'].map((name) => join('cli', name));
/** What the first prints to: the stream itself. */
const STREAM = join('cli', 'shared', 'standard-output.ts');
/** The main thread prints for the thread of a long command, which has printed through the first. */
const HANDS_ON = 'process[message.out].write(message.chunk)';
const PRINTS = /\bconsole\.|\.write\(/;
const DIRECT = /\bconsole\.|\bstd(?:out|err)\b|\bprocess\s*\[|\\x1b|\\u001b|\\u\{1b\}|\\033/;

test('nothing but cli/shared/terminal.ts prints, or knows an escape sequence', () => {
	const direct: string[] = [];
	for (const folder of PRODUCT_FOLDERS) {
		for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
			const path = join(folder, name);
			if (!path.endsWith('.ts') || path === KNOW_STREAMS[0] || path === STREAM) continue;
			const code = readFileSync(join(ROOT, path), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
			for (const line of code.replace(HANDS_ON, '').split('\n'))
				if ((KNOW_STREAMS.includes(path) ? PRINTS : DIRECT).test(line)) direct.push(`${path}: ${line.trim()}`);
		}
	}
	expect(direct).toStrictEqual([]);
});
