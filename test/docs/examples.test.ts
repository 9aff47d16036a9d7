import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import * as library from '../../index.ts';
import { levelFromScene } from '../../pipeline/level.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { madeErf, wholeOf } from '../reference/archives.ts';
import { FIXTURES, ROOT } from '../support/cli.ts';

/** The exports of `wokflow`, with what their TSDoc says. */
interface Documented {
	readonly name: string;
	readonly isValue: boolean;
	readonly text: string;
	readonly examples: readonly string[];
}

/** Of the two entries and what they import of ours: what their exports say of themselves needs no types of Node, nor of any package. */
function programOf(...entries: string[]): ts.Program {
	const { options } = ts.getParsedCommandLineOfConfigFile(
		join(ROOT, 'tsconfig.build.json'),
		{ noLib: true, types: [] },
		{
			...ts.sys,
			onUnRecoverableConfigFileDiagnostic: () => {},
		},
	) as ts.ParsedCommandLine;
	const host = ts.createCompilerHost(options);
	host.resolveModuleNameLiterals = (literals, from) =>
		literals.map(({ text }) => ({
			resolvedModule: text.startsWith('.')
				? { resolvedFileName: resolve(dirname(from), text), extension: ts.Extension.Ts }
				: undefined,
		}));
	return ts.createProgram(
		entries.map((entry) => join(ROOT, entry)),
		options,
		host,
	);
}

const program = programOf('index.ts', 'pipeline/game-exports.ts');

function exportsOf(entry: string): Documented[] {
	const checker = program.getTypeChecker();
	const module = checker.getSymbolAtLocation(program.getSourceFile(join(ROOT, entry)) as ts.Node) as ts.Symbol;
	return checker.getExportsOfModule(module).map((each) => {
		const symbol = (each.flags & ts.SymbolFlags.Alias) === 0 ? each : checker.getAliasedSymbol(each);
		return {
			name: each.name,
			isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
			text: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
			examples: symbol
				.getJsDocTags(checker)
				.filter(({ name }) => name === 'example')
				.map(({ text }) => ts.displayPartsToString(text)),
		};
	});
}

const root = exportsOf('index.ts');
/** With what the root has under one name, and what others find in the entry for Node. */
const documented = [...root, ...exportsOf('pipeline/game-exports.ts')];

test('the root has at most 90 names, each documented', () => {
	expect(root.length).toBeGreaterThan(60);
	expect(root.length).toBeLessThanOrEqual(90);
	expect(
		documented.filter(({ text, name }) => text === '' && name !== 'option' && name !== 'game').map(({ name }) => name),
	).toEqual([]);
});

test('every value of the root has an example', () => {
	const bare = documented.filter(
		({ isValue, examples, name }) => isValue && examples.length === 0 && name !== 'option' && name !== 'game',
	);
	expect(bare.map(({ name }) => name)).toEqual([]);
});

/** What examples may take for given. */
async function given(): Promise<Record<string, unknown>> {
	const glb = new Uint8Array(readFileSync(join(FIXTURES, 'level/quay.glb')));
	const { files } = await library.convertBytes(glb, 'quay.glb', 'quay_01b.wok');
	const [{ bytes }] = files;
	const context = { report: new library.Report(), surfaces: library.K1, mappings: [] };
	const loaded = await library
		.createRegistry()
		.importer('gltf')
		.read(library.bytesSource(glb, 'quay.glb'), {}, context);
	const { scene } = loaded as { scene: Scene };
	const level = await levelFromScene(scene, {}, [], context);
	const lyt = library.writeLyt(level.layout);
	const twoda = new TextEncoder().encode('2DA V2.0\n\nlabel walk\n0 NotDefined 0\n1 Dirt 1\n');
	return {
		bytes,
		glb,
		level,
		layout: level.layout,
		lyt,
		scene,
		twoda,
		vis: library.writeVis(library.visibilitySkeleton(level.layout, [[0, 1]])),
		walkmesh: library.readWalkmesh(bytes, 'quay_01b.wok').walkmesh,
		git: library.game.writeGff({ type: 'GIT ', root: { id: 0xffffffff, fields: [] } }),
		mod: wholeOf(madeErf([{ name: 'quay_01b', type: 2016, bytes: Buffer.from(bytes) }])),
		face: 0,
		corner: 0,
	};
}

describe('examples', async () => {
	const variables = await given();
	const silent = { log: () => {} };
	for (const { name, examples } of documented) {
		for (const [index, example] of examples.entries()) {
			test(`${name} ${index + 1}`, async () => {
				const source = example.replace(/^```\w*\n|\n?```$/g, '');
				const { outputText } = ts.transpileModule(`export {};\n${source}`, {
					compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
				});
				const code = outputText.replace(/^export \{\};\n/gm, '').replace(/^import .*$/gm, '');
				// What an example declares itself is not handed to it.
				const scope = {
					...library,
					...library.game,
					...variables,
					report: new library.Report(),
					nodes: library.aabbs(variables['walkmesh'] as library.Walkmesh),
					console: silent,
				};
				const names = Object.keys(scope).filter(
					(key) => !new RegExp(`\\b(?:const|let|class|function) (?:\\{[^}]*\\b)?${key}\\b`).test(code),
				);
				const run = new Function(...names, `return (async () => {\n${code}\n})();`);
				await run(...names.map((key) => scope[key as keyof typeof scope]));
			});
		}
	}
});
