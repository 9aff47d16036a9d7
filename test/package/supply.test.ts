import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const own = JSON.parse(read('package.json'));

interface Locked {
	readonly version: string;
	readonly license?: string;
	readonly integrity?: string;
	readonly hasInstallScript?: boolean;
	readonly dev?: boolean;
	readonly devOptional?: boolean;
	readonly peer?: boolean;
}

const locked = Object.entries(JSON.parse(read('package-lock.json')).packages as Record<string, Locked>).slice(1);
const installed = locked.filter(([, { dev, devOptional, peer }]) => !dev && !devOptional && !peer);

/** With these whoever installs wokflow may do what its own licence allows; MPL-2.0 binds changes to the package's own files only. */
const LICENCES = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD', 'MPL-2.0'];

describe('what an installation brings', () => {
	test('is locked by its content', () => {
		expect(locked.length).toBeGreaterThan(100);
		for (const [path, { integrity }] of locked) expect(integrity, path).toMatch(/^sha512-/);
	});

	test('has licences that do not bind whoever uses it', () => {
		for (const [path, { license }] of installed) expect(LICENCES, path).toContain(license);
	});

	test('runs nothing when it is installed, and neither does wokflow', () => {
		expect(installed.length).toBeGreaterThan(15);
		for (const [path, { hasInstallScript }] of installed) expect(hasInstallScript, path).toBeUndefined();
		for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
			expect(own.scripts).not.toHaveProperty(script);
	});

	test('is listed in the bill of materials and the licences that come with the package', () => {
		const { components, dependencies } = JSON.parse(read('sbom.cdx.json'));
		const named = ([path, { version }]: (typeof locked)[number]): string =>
			`${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`;
		const names = installed.map(named);
		// The page has these inside.
		const inside = ['three', 'fflate', '@fontsource/noto-sans'].map((name) => `node_modules/${name}`);
		const carried = locked.filter(([path]) => inside.includes(path)).map(named);
		expect(carried).toHaveLength(inside.length);
		expect(components.map(({ name, version }: Record<string, string>) => `${name}@${version}`).sort()).toStrictEqual(
			[...new Set([...names, ...carried])].sort(),
		);
		const refs = new Set(dependencies.map(({ ref }: { ref: string }) => ref));
		for (const { ref, dependsOn } of dependencies) for (const each of dependsOn) expect(refs, ref).toContain(each);
		expect(dependencies[0].dependsOn).toHaveLength(Object.keys(own.dependencies).length + carried.length);
		const table = read('THIRD-PARTY.md');
		for (const name of names) expect(table).toContain(`| ${name.replace(/@(?=[^@]*$)/, ' | ')} | `);
		expect(own.files).toEqual(expect.arrayContaining(['sbom.cdx.json', 'THIRD-PARTY.md']));
	});

	test('is listed as it is now', () => {
		const { status, stderr } = spawnSync(process.execPath, ['scripts/supply.mjs'], { cwd: ROOT, encoding: 'utf8' });
		expect(stderr).toBe('');
		expect(status).toBe(0);
	});
});

test('each dependency has its reason in docs/dependencies.md', () => {
	const rows = read('docs/dependencies.md')
		.split('\n')
		.filter((line) => line.startsWith('| `'));
	const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name));
	expect(named.sort()).toStrictEqual([...new Set(named)]);
	expect(named).toStrictEqual(Object.keys({ ...own.dependencies, ...own.devDependencies }).sort());
});
