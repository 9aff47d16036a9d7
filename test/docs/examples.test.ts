import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as check from '../../entries/check.ts';
import * as decisions from '../../entries/decisions.ts';
import * as formats from '../../entries/formats.ts';
import * as game from '../../entries/game.ts';
import * as levels from '../../entries/level.ts';
import * as pictures from '../../entries/pictures.ts';
import * as questions from '../../entries/query.ts';
import * as stages from '../../entries/stages.ts';
import { newAre } from '../../game/area/area-resources.ts';
import * as root from '../../index.ts';
import { levelFromScene } from '../../jobs/level/level.ts';
import type { Layout } from '../../src/model/level.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { madeErf, wholeOf } from '../reference/archives.ts';
import { FIXTURES, ROOT } from '../support/cli.ts';
import { javaScript } from '../support/javascript.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

const library = {
	...root,
	...stages,
	...formats,
	...decisions,
	...levels,
	...check,
	...questions,
	...pictures,
	...game,
};

/** The exports of an entry, with what their TSDoc says. */
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

/** The entries that run anywhere. */
const ANYWHERE = [
	'index.ts',
	...['stages', 'formats', 'decisions', 'level', 'check', 'query', 'pictures', 'game'].map(
		(name) => `entries/${name}.ts`,
	),
];
const documented = ANYWHERE.flatMap(exportsOf);
/** Those that need files. */
const node = ['node.ts', 'entries/edit.ts'].flatMap(exportsOf);

const undocumented = (all: readonly Documented[]): string[] =>
	all.filter(({ text }) => text === '').map(({ name }) => name);

const withoutExample = (all: readonly Documented[]): string[] =>
	all.filter(({ isValue, examples }) => isValue && examples.length === 0).map(({ name }) => name);

test('the names of each entry are documented', () => {
	// The namespace of options is a list itself.
	const values = [...documented.filter(({ isValue }) => isValue).map(({ name }) => name), 'option'];
	expect(values.sort()).toEqual(Object.keys(library).sort());
	expect(documented.length).toBeGreaterThan(100);
	expect(undocumented(documented)).toEqual([]);
});

test('every value has an example', () => {
	expect(withoutExample(documented)).toEqual([]);
});

/** What examples may take for given. */
async function given(): Promise<Record<string, unknown>> {
	const glb = smallQuayGlb(undefined, false);
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
		git: library.writeGff({ type: 'GIT ', root: { id: 0xffffffff, fields: [] } }),
		are: library.writeGff(newAre('quay')),
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
			test(`${name} ${index + 1}`, () => runExample(example, { ...library, ...variables }));
		}
	}
});

const nodeLibrary = async () => ({ ...(await import('../../node.ts')), ...(await import('../../entries/edit.ts')) });

describe('examples of wokflow/node and wokflow/edit', () => {
	const whole = variables['layout'] as Layout;
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
		writeFileSync('quay.lyt', library.writeLyt(layout));
		writeFileSync('plan.json', JSON.stringify({ name: 'hall', rooms: [{ name: 'hall', room: 'quay_01b' }] }));
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
			...(await nodeLibrary()),
			...variables,
			layout,
			process: { stdin },
		});
	});
	test('there is one for each value', async () => {
		const values = node.filter(({ isValue }) => isValue).map(({ name }) => name);
		expect(values.sort()).toEqual(Object.keys(await nodeLibrary()).sort());
		expect(withoutExample(node)).toEqual([]);
	});
});
