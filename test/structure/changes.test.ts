import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';
import { PRODUCT_FOLDERS } from '../support/product-folders.ts';

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
	'cli/shared/standard-output.ts': 'standard output',
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
