import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as library from '../../index.ts';
import { levelFromScene } from '../../pipeline/level.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { madeErf, wholeOf } from '../reference/archives.ts';
import { FIXTURES, ROOT } from '../support/cli.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

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
			// Only the options are wanted, not a list of all files.
			readDirectory: () => [],
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
	const glb = smallQuayGlb();
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

/** What an example takes out of results by its name: a field that a result does not have is undefined. */
function fieldsTaken(code: string): string[] {
	return [...code.matchAll(/^const \{ ([\w ,:]*) \} =/gm)].flatMap(([, fields]) =>
		fields.split(',').map((field) => (field.split(':').at(-1) as string).trim()),
	);
}

/** Runs an example in which names stand for values. What it declares itself is not handed to it, and fields that it takes must be there. */
async function runExample(example: string, values: Readonly<Record<string, unknown>>): Promise<void> {
	const source = example.replace(/^```\w*\n|\n?```$/g, '').replace(/^export default /gm, '');
	const { outputText } = ts.transpileModule(`export {};\n${source}`, {
		compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
	});
	const code = outputText.replace(/^export \{\};\n/gm, '').replace(/^import .*$/gm, '');
	const scope: Readonly<Record<string, unknown>> = {
		...values,
		report: new library.Report(),
		console: { log: () => {} },
	};
	const names = Object.keys(scope).filter(
		(key) => !new RegExp(`\\b(?:const|let|class|function) (?:[{[][^}\\]]*\\b)?${key}\\b`).test(code),
	);
	const run = new Function(...names, `return (async () => {\n${code}\nreturn { ${fieldsTaken(code)} };\n})();`);
	const taken: Record<string, unknown> = await run(...names.map((key) => scope[key]));
	expect(Object.entries(taken).filter(([, value]) => value === undefined)).toEqual([]);
}

const variables = await given();

describe('examples', () => {
	const nodes = library.aabbs(variables['walkmesh'] as library.Walkmesh);
	for (const { name, examples } of documented) {
		for (const [index, example] of examples.entries()) {
			test(`${name} ${index + 1}`, () => runExample(example, { ...library, ...library.game, ...variables, nodes }));
		}
	}
});

/** The examples of `wokflow/node` by name, read from the files that it exports from. */
function nodeExamples(): ReadonlyMap<string, string | undefined> {
	const found = new Map<string, string | undefined>();
	for (const [, names, file] of readFileSync(join(ROOT, 'node.ts'), 'utf8').matchAll(
		/^export \{(.*)\} from '(.*)';$/gm,
	)) {
		const text = readFileSync(join(ROOT, file), 'utf8');
		for (const name of names.split(',').map((each) => each.trim())) {
			if (name.startsWith('type ')) continue;
			const declaration = new RegExp(
				`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport (?:async )?(?:function|const) ${name}\\b`,
			).exec(text);
			const [, example] = declaration?.[1].split('@example\n') ?? [];
			found.set(name, example?.replace(/ @\w+ .*$/gm, '').replace(/^ \* ?/gm, ''));
		}
	}
	return found;
}

describe('examples of wokflow/node', () => {
	const whole = variables['layout'] as library.Layout;
	const layout = { ...whole, rooms: whole.rooms.filter(({ model }) => model === 'quay_01b') };
	const before = process.cwd();
	let folder = '';
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'wokflow-examples-'));
		process.chdir(folder);
		const bytes = variables['bytes'] as Uint8Array;
		const small = (name: string): Uint8Array => readFileSync(join(FIXTURES, 'small', name));
		for (const name of ['room.wok', 'before.wok', 'after.wok']) writeFileSync(name, bytes);
		for (const name of ['quay.glb', 'level.glb']) writeFileSync(name, small('two-rooms-seam.glb'));
		writeFileSync('crate.glb', small('placeable.glb'));
		writeFileSync('gate.glb', small('door.glb'));
		writeFileSync('surfacemat.2da', variables['twoda'] as Uint8Array);
		writeFileSync('surfaces.txt', 'Floor = Stone\n');
		writeFileSync('wokflow.config.json', JSON.stringify({ targets: { quay: { level: 'quay.glb', out: 'built' } } }));
		mkdirSync('rooms');
		writeFileSync('rooms/quay_01b.wok', bytes);
	});
	afterAll(() => {
		process.chdir(before);
		rmSync(folder, { recursive: true });
	});
	const examples = nodeExamples();
	test.each([...examples])('%s', async (_, example) => {
		const stdin = (async function* () {
			yield variables['bytes'] as Uint8Array;
		})();
		await runExample(example as string, {
			...library,
			...(await import('../../node.ts')),
			...variables,
			layout,
			process: { stdin },
		});
	});
	test('there is one for each value', () => {
		expect(examples.size).toBeGreaterThan(20);
		expect([...examples].filter(([, example]) => example === undefined).map(([name]) => name)).toEqual([]);
	});
});
