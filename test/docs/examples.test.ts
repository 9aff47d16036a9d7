import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as library from '../../index.ts';
import { levelFromScene } from '../../jobs/level/level.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { madeErf, wholeOf } from '../reference/archives.ts';
import { FIXTURES, ROOT } from '../support/cli.ts';
import { javaScript } from '../support/javascript.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

/** The exports of `wokflow`, with what their TSDoc says. */
interface Documented {
	readonly name: string;
	readonly isValue: boolean;
	readonly text: string;
	readonly examples: readonly string[];
}

/** What the exports of an entry say of themselves, in the files that it takes them from. */
function exportsOf(entry: string): Documented[] {
	const lists = readFileSync(join(ROOT, entry), 'utf8').matchAll(/^export (type )?\{([^}]*)\} from '(.*)';$/gm);
	return [...lists].flatMap(([, areTypes, list, file]) => {
		const text = readFileSync(join(ROOT, dirname(entry), file), 'utf8');
		const names = list.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));
		return names.map((given) => {
			const name = given.replace(/^type /, '');
			// Each way to call it has a comment of its own; notes to tools may stand between.
			const declared = new RegExp(
				`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\n(?:/[/*].*\\n)*export (?:async )?(?:function|const|class|interface|type) ${name}\\b`,
				'g',
			);
			const comments = [...text.matchAll(declared)].map(([, comment]) => comment.replace(/^\s*\* ?/gm, ''));
			const [said = '', ...tags] = comments.flatMap((comment) => comment.split(/^@(?=\w)/m));
			return {
				name,
				isValue: areTypes === undefined && name === given,
				text: said.trim(),
				examples: tags.flatMap((tag) => /^example\s([\s\S]*)/.exec(tag)?.slice(1) ?? []),
			};
		});
	});
}

const root = exportsOf('index.ts');
/** With what the root has under one name. */
const documented = [...root, ...exportsOf('game/installation/game-exports.ts')];
const node = exportsOf('node.ts');

const undocumented = (all: readonly Documented[]): string[] =>
	all.filter(({ text }) => text === '').map(({ name }) => name);

const withoutExample = (all: readonly Documented[]): string[] =>
	all.filter(({ isValue, examples }) => isValue && examples.length === 0).map(({ name }) => name);

test('the names of the root are documented', () => {
	// Its two namespaces, of things beside the walkmesh and of options, are lists themselves.
	const values = [...root.filter(({ isValue }) => isValue).map(({ name }) => name), 'game', 'option'];
	expect(values.sort()).toEqual(Object.keys(library).sort());
	expect(root.length).toBeGreaterThan(60);
	expect(undocumented(documented)).toEqual([]);
});

test('every value of the root has an example', () => {
	expect(withoutExample(documented)).toEqual([]);
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
	const code = (await javaScript(`export {};\n${source}`, 'example.ts'))
		.replace(/^export \{\};\n/gm, '')
		.replace(/^import .*$/gm, '');
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
	for (const { name, examples } of documented) {
		for (const [index, example] of examples.entries()) {
			test(`${name} ${index + 1}`, () => runExample(example, { ...library, ...library.game, ...variables }));
		}
	}
});

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
	const examples = node.flatMap(({ name, examples }) => examples.map((example) => [name, example] as const));
	test.each(examples)('%s', async (_, example) => {
		const stdin = (async function* () {
			yield variables['bytes'] as Uint8Array;
		})();
		await runExample(example, {
			...library,
			...(await import('../../node.ts')),
			...variables,
			layout,
			process: { stdin },
		});
	});
	test('there is one for each value', async () => {
		const values = node.filter(({ isValue }) => isValue).map(({ name }) => name);
		expect(values.sort()).toEqual(Object.keys(await import('../../node.ts')).sort());
		expect(withoutExample(node)).toEqual([]);
	});
});
