import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';
import { PRODUCT_FOLDERS } from '../support/product-folders.ts';

test('typed arrays that are compared as bytes are equal where their elements are, and not otherwise', () => {
	const numbers = Float32Array.of(1, Number.NaN, -0);
	expect(numbers).toEqual(numbers.slice());
	expect({ deep: [Buffer.from('abc')] }).toStrictEqual({ deep: [Buffer.from('abc')] });
	expect(new Float32Array(numbers.buffer, 4)).toStrictEqual(numbers.slice(1));
	expect(numbers).not.toEqual(Float32Array.of(1, Number.NaN, 0));
	expect(numbers).not.toEqual(numbers.subarray(1));
	expect(Uint8Array.of(1)).not.toEqual(Uint8Array.of(2));
	expect(Uint8Array.of(1)).not.toStrictEqual(Int8Array.of(1));
	expect({ deep: [Buffer.from('abc')] }).not.toEqual({ deep: [Buffer.from('abd')] });
});

/** Everything else prints through the first, so that names from files are made harmless; the others hand it its streams. */
const KNOW_STREAMS = ['shared/terminal.ts', 'main.ts', 'supervisor.ts'].map((name) => join('cli', name));
/** The main thread prints for the thread of a long command, which has printed through the first. */
const HANDS_ON = 'process[message.out].write(message.chunk)';
const PRINTS = /\bconsole\.|\.write\(/;
const DIRECT = /\bconsole\.|\bstd(?:out|err)\b|\bprocess\s*\[|\\x1b|\\u001b|\\u\{1b\}|\\033/;

test('nothing but cli/shared/terminal.ts prints, or knows an escape sequence', () => {
	const direct: string[] = [];
	for (const folder of PRODUCT_FOLDERS) {
		for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
			const path = join(folder, name);
			if (!path.endsWith('.ts') || path === KNOW_STREAMS[0]) continue;
			const code = readFileSync(join(ROOT, path), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
			for (const line of code.replace(HANDS_ON, '').split('\n'))
				if ((KNOW_STREAMS.includes(path) ? PRINTS : DIRECT).test(line)) direct.push(`${path}: ${line.trim()}`);
		}
	}
	expect(direct).toStrictEqual([]);
});

/** Where names of files are replaced or removed: one module for those of users, and what is of our own alone. */
const ALLOWED: Readonly<Record<string, string>> = {
	'pipeline/disk/transaction.ts': 'the one module',
	'pipeline/disk/lock.ts': 'its locks',
	'pipeline/disk/staging.ts': 'staging folders',
	'pipeline/disk/kept-files.ts': 'what lies in the way of a file in .wokflow',
	'jobs/files/written.ts': 'logs in the folder of the user',
	'builds/cache/store.ts': 'caches in .wokflow',
	'builds/cache/remote.ts': 'the cache that machines share',
	'builds/outputs.ts': 'manifest and caches in .wokflow',
	'cli/supervisor.ts': 'staging folders and locks of the thread that it ends',
	'cli/view/view-files.ts': 'a temporary folder',
};

const CHANGES =
	/^(?:rename|rm|rmdir|unlink|truncate|ftruncate|writeFile|appendFile|copyFile|cp|link|symlink|open|write|utimes|createWriteStream)(?:Sync)?$/;
/** Opening for reading changes nothing. */
const OPENS = /\b(?:openSync|open)\([^)]*'[wa]/;

test('only one module replaces or removes files of users', () => {
	const found = new Set<string>();
	for (const folder of PRODUCT_FOLDERS) {
		for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
			if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
			const path = join(entry.parentPath, entry.name);
			const text = readFileSync(path, 'utf8');
			const imports = [...text.matchAll(/import (?!type)\{([^}]*)\} from '(?:node:)?fs(?:\/promises)?'/g)].flatMap(
				([, names]) => names.split(',').map((name) => name.trim().split(' ')[0]),
			);
			const changes = imports.filter((name) => CHANGES.test(name) && !/^open(?:Sync)?$/.test(name));
			const isWhole = /import (?:\* as )?\w+ from '(?:node:)?fs(?:\/promises)?'|import\('(?:node:)?fs/.test(text);
			if (changes.length > 0 || isWhole || OPENS.test(text))
				found.add(path.slice(ROOT.length + 1).replaceAll('\\', '/'));
		}
	}
	expect([...found].sort()).toEqual(Object.keys(ALLOWED).sort());
});
