import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ENTRIES } from '../support/built.ts';
import { ROOT } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

const OPTIONS: ts.CompilerOptions = {
	module: ts.ModuleKind.NodeNext,
	moduleResolution: ts.ModuleResolutionKind.NodeNext,
	target: ts.ScriptTarget.ES2023,
	lib: ['lib.es2023.d.ts'],
	types: ['node'],
	strict: true,
	exactOptionalPropertyTypes: true,
	declaration: true,
	emitDeclarationOnly: true,
	skipLibCheck: true,
};

/** "… cannot be named", and "… is likely not portable". */
const isOfNames = ({ code }: ts.Diagnostic): boolean => code === 2742 || (code >= 4000 && code < 5000);

/** A module that hands on one export of an entry, what it returns, and the properties of that. */
function moduleFor(entry: string, path: readonly string[], value: unknown): string {
	const [name, ...members] = path;
	const isFunction = typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value));
	const lines = [
		`import { ${name} as entry } from 'wokflow${entry.slice(1)}';`,
		`const it = ${['entry', ...members].join('.')};`,
		'export const same = it;',
	];
	if (isFunction)
		lines.push(
			'export const call = (...args: Parameters<typeof it>) => it(...args);',
			'export const settled = async (...args: Parameters<typeof it>) => ({ ...((await it(...args)) as object as Awaited<ReturnType<typeof it>>) });',
		);
	return lines.join('\n');
}

test.runIf(THOROUGH)(
	'whoever writes declarations can name the types of each export',
	{ timeout: 300_000 },
	async () => {
		const folder = join(ROOT, 'out/declarations');
		rmSync(folder, { recursive: true, force: true });
		const installed = join(folder, 'node_modules/wokflow');
		mkdirSync(installed, { recursive: true });
		copyFileSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
		const { buildPackage } = await import(new URL('../../scripts/build.mjs', import.meta.url).href);
		await buildPackage(join(installed, 'dist'));
		writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
		const files: string[] = [];
		for (const [entry, source] of ENTRIES) {
			for (const [name, value] of Object.entries(await source())) {
				const inside =
					Object.prototype.toString.call(value) === '[object Module]' ? Object.entries(value) : [[name, value]];
				for (const [member, each] of inside) {
					const path = member === name ? [name] : [name, member];
					const file = join(folder, `${entry.slice(2) || 'root'}-${path.join('-')}.ts`);
					writeFileSync(file, moduleFor(entry, path, each));
					files.push(file);
				}
			}
		}
		expect(files.length).toBeGreaterThan(100);
		const program = ts.createProgram(files, { ...OPTIONS, outDir: join(folder, 'types') });
		const told = files.flatMap((file) => {
			const source = program.getSourceFile(file);
			return program
				.getDeclarationDiagnostics(source)
				.filter(isOfNames)
				.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
		});
		expect(told).toEqual([]);
	},
);
