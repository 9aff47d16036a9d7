import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ROOT, scratchFolder } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

const folder = scratchFolder();
writeFileSync(join(folder, 'name.ts'), 'export const name: string = "it";\n');
writeFileSync(
	join(folder, 'config.ts'),
	'import { name } from "./name.ts";\nexport default { [name]: 1 as number };\n',
);

/** In a process of its own, because vitest reads TypeScript whether wokflow can or not. @param without packages that cannot be found */
function load(without: readonly string[]): string {
	const loader = pathToFileURL(join(ROOT, 'builds/config/load-typescript.ts')).href;
	const config = JSON.stringify(join(folder, 'config.ts'));
	const script = `
		import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))};
		import Module from 'node:module';
		// For wokflow's own sources alone; the config has to be read by what the module finds.
		const api = register({ namespace: 'own' });
		const { importTypeScript } = await api.import(${JSON.stringify(loader)}, import.meta.url);
		const resolve = Module._resolveFilename;
		Module._resolveFilename = (name, ...rest) => {
			if (${JSON.stringify(without)}.some((each) => name.startsWith(each))) throw new Error('not here');
			return resolve(name, ...rest);
		};
		try {
			console.log(JSON.stringify((await importTypeScript(${config}, false)).default));
		} catch (error) {
			console.log(error.name + ': ' + error.message);
		}
	`;
	const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	expect(stderr).toBe('');
	return stdout.trim();
}

test('a config in TypeScript is read by tsx', () => {
	expect(load(['jiti'])).toBe('{"it":1}');
});

test.runIf(THOROUGH)('or by jiti', () => {
	expect(load(['tsx'])).toBe('{"it":1}');
});

test.runIf(THOROUGH)('or the message says what to install', () => {
	expect(load(['tsx', 'jiti'])).toMatch(/^UsageError: .*does not read TypeScript.*npm install -D tsx/);
});
