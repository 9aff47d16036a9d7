import { describe, expect, test } from 'vitest';
import { asciiExporter } from '../../exporters/ascii/index.ts';
import { glbExporter, gltfExporter } from '../../exporters/gltf/index.ts';
import { objExporter } from '../../exporters/obj/index.ts';
import { describeLocation, Report } from '../../src/findings/report.ts';
import type { Exporter, WriteContext } from '../../src/formats/contracts.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';

/** Small walkmeshes as files, line by line: what people and other tools read. Look at the goldens when they change. */

const AT: Vec3 = [12.3, -45.678, 9];

/** Two triangles to walk on, one that is a wall, and links on two edges. */
function walkmesh(more: Partial<Walkmesh> = {}): Walkmesh {
	const made = createWalkmesh({
		name: 'quay_01a',
		positions: Float32Array.from([
			12.5, -45.6, 9, 16.5, -45.6, 9, 16.5, -41.1, 9.25, 12.5, -41.1, 9.25, 12.5, -45.6, 12,
		]),
		faces: Uint32Array.from([0, 1, 2, 0, 2, 3, 0, 3, 4]),
		surfaces: Uint32Array.of(4, 9, 7),
	});
	const transitions = made.transitions.slice();
	transitions.set([1, 7], 1);
	return { ...made, transitions, position: [0.1, -2, 0.25], ...more };
}

const HOOKS = {
	relative1: [1, 0.1, 0],
	relative2: [-1, 0.5, 0],
	absolute1: [1.1, -1.9, 0.25],
	absolute2: [0, 0, 3],
} as const satisfies Walkmesh['hooks'];
const bare = { transitions: new Int32Array(9).fill(-1) };
const placeable = walkmesh({ ...bare, kind: 'placeable', name: 'crate', hooks: HOOKS });
const door = (doorState: Walkmesh['doorState'], more: Partial<Walkmesh> = {}): Walkmesh =>
	walkmesh({
		...bare,
		kind: 'door',
		name: 'gate',
		hooks: HOOKS,
		...(doorState === undefined ? {} : { doorState }),
		...more,
	});
const open = { ...HOOKS, relative2: [0, 0, 0] } as const;

const CASES: readonly (readonly [string, readonly Walkmesh[], (Partial<WriteContext> | undefined)?])[] = [
	['a room', [walkmesh()]],
	['a room of a layout', [walkmesh()], { roomNames: ['other', 'QUAY_01A'], roomPositions: [[1, 1, 1], AT] }],
	['a room that the layout does not have', [walkmesh()], { roomNames: ['other', 'third'], roomPositions: [[1, 1, 1]] }],
	['a room without a name', [walkmesh({ name: '' })]],
	['a name that is no word', [walkmesh({ name: 'a b#ü' })]],
	['a name that is too long', [walkmesh({ name: 'x'.repeat(65) })]],
	['a name that is as long as can be', [walkmesh({ name: 'x'.repeat(64) })]],
	[
		'nothing',
		[
			createWalkmesh({
				name: 'empty',
				positions: new Float32Array(0),
				faces: new Uint32Array(0),
				surfaces: new Uint32Array(0),
			}),
		],
	],
	['a placeable', [placeable]],
	['a placeable without a name', [{ ...placeable, name: '' }]],
	['a door that says no state', [door(undefined)]],
	['a door', [door('closed'), door('open1'), door('open2', { hooks: open })]],
	['a door without a name', [door('closed', { name: '' })]],
];

async function written<T extends Exporter>(
	exporter: T,
	options: Parameters<T['write']>[1],
	cases = CASES,
): Promise<string> {
	const lines: string[] = [];
	for (const [name, walkmeshes, more] of cases) {
		const report = new Report();
		const context = { report, surfaces: K1, output: 'folder/a.obj', ...more };
		const loaded = walkmeshes.map((each) => ({ walkmesh: each }));
		lines.push(
			`### ${name}`,
			Buffer.from(await exporter.write(loaded, options, context))
				.toString('latin1')
				.replaceAll('\r', '␍'),
		);
		for (const { path, bytes } of exporter.beside?.(loaded, context) ?? [])
			lines.push(`### ${path}`, Buffer.from(bytes).toString('latin1'));
		for (const { severity, code, location, message } of report.findings)
			lines.push(`!!! ${severity} ${code} ${describeLocation(location)}`, `    ${message}`);
	}
	return `${lines.join('\n')}\n`;
}

describe('files as they are written', () => {
	test.each(['engine', 'nwmax', 'mdlops', 'model'] as const)('ASCII: %s', async (dialect) => {
		await expect(await written(asciiExporter, { dialect })).toMatchFileSnapshot(`./goldens/ascii-${dialect}.txt`);
	});

	test('ASCII is that of the engine, where nothing is said; trees begin on a line of their own, where that is said', async () => {
		const cases = CASES.slice(0, 2);
		const [plain, engine] = [
			await written(asciiExporter, {}, cases),
			await written(asciiExporter, { dialect: 'engine' }, cases),
		];
		expect(plain).toBe(engine);
		const lines = (text: string): string[] => text.split('\n');
		for (const dialect of ['engine', 'model'] as const) {
			const [beside, below] = [
				await written(asciiExporter, { dialect }, cases),
				await written(asciiExporter, { dialect, aabbOnOwnLine: true }, cases),
			];
			expect(lines(below).length).toBe(lines(beside).length + cases.length);
			expect(lines(below).filter((line) => line.trim() === 'aabb')).toHaveLength(cases.length);
			expect(lines(beside).filter((line) => line.trim() === 'aabb')).toEqual([]);
		}
		expect(asciiExporter).toMatchObject({ name: 'ascii', extensions: ['.ascii', '.txt'], holds: 'model' });
	});

	test('OBJ', async () => {
		const table = { ...K1, surfaces: K1.surfaces.slice(0, 8) };
		const all = [
			...CASES,
			['several', [walkmesh(), placeable, door('open1')], { roomNames: ['a', 'b'] }] as const,
			['colours that the table does not have', [walkmesh()], { surfaces: table }] as const,
			['on standard output', [walkmesh()], { output: '-' }] as const,
			['beside a name in capitals', [walkmesh()], { output: 'C:\\x\\A.obj.OBJ' }] as const,
		];
		await expect(await written(objExporter, {}, all)).toMatchFileSnapshot('./goldens/obj.txt');
	});

	test('glTF', async () => {
		const cases = CASES.filter(([name]) => ['a room of a layout', 'nothing', 'a placeable', 'a door'].includes(name));
		await expect(await written(gltfExporter, {}, cases)).toMatchFileSnapshot('./goldens/gltf.txt');
		for (const [, walkmeshes, more] of cases) {
			const loaded = walkmeshes.map((each) => ({ walkmesh: each }));
			const context = { report: new Report(), surfaces: K1, output: 'a', ...more };
			const json = JSON.parse(Buffer.from(await gltfExporter.write(loaded, {}, context)).toString());
			const glb = Buffer.from(await glbExporter.write(loaded, {}, context));
			const size = glb.readUInt32LE(12);
			const inGlb = JSON.parse(glb.toString('utf8', 20, 20 + size));
			const [{ uri, ...buffer }] = json.buffers ?? [{}];
			expect({ ...json, ...(json.buffers === undefined ? {} : { buffers: [buffer] }) }).toEqual(inGlb);
			const data = Buffer.from((uri ?? 'data:,').replace(/^.*,/, ''), 'base64');
			expect(glb.subarray(size + 28).equals(data)).toBe(true);
			expect([
				glb.toString('latin1', 0, 4),
				glb.readUInt32LE(4),
				glb.readUInt32LE(8),
				glb.toString('latin1', 16, 20),
			]).toEqual(['glTF', 2, glb.length, 'JSON']);
		}
	});
});
