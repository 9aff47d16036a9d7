import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { writeGltf } from '../../exporters/gltf/write.ts';
import { readGltf } from '../../importers/gltf/read.ts';
import { levelFromScene } from '../../jobs/level/level.ts';
import { placementsJson, reportOf } from '../../jobs/level/level-files.ts';
import { Report } from '../../src/findings/report.ts';
import { halfTurn } from '../../src/math/affine.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { codesOf } from '../support/codes.ts';
import { GltfMaker, type Json } from '../support/gltf-maker.ts';
import { readScene } from '../support/read-gltf.ts';
import { bitsOf } from '../support/walkmeshes.ts';

const FLOOR = [0, 0, 0, 10, 0, 0, 10, 0, -10, 0, 0, 0, 10, 0, -10, 0, 0, -10];
const LEAF = [-1, 0, 0, 1, 0, 0, 1, 2, 0];

const about = (degrees: number): number[] => {
	const half = (degrees * Math.PI) / 360;
	return [0, Math.sin(half), 0, Math.cos(half)];
};

/** Two rooms side by side, 10 m each, and what else stands in the scene. Places are x, z of glTF: y of the area is −z. */
function scene(others: (maker: GltfMaker, mesh: number) => void): Promise<{ scene: Scene; report: Report }> {
	const maker = new GltfMaker();
	const mesh = (points: number[], material: string): number =>
		maker.mesh([{ attributes: { POSITION: maker.points(points) }, material: maker.material(material) }]);
	const floor = mesh(FLOOR, 'wok_Stone');
	maker.node({ name: 'hall_01_wok', mesh: floor, extras: { room: 'hall_01' } });
	maker.node({ name: 'hall_02_wok', mesh: floor, translation: [10, 0, 0], extras: { room: 'hall_02' } });
	others(maker, mesh(LEAF, 'wok_Nonwalk'));
	return readScene(maker.glb());
}

async function levelOf(others: (maker: GltfMaker, mesh: number) => void): Promise<{ level: Level; report: Report }> {
	const { scene: read } = await scene(others);
	const report = new Report();
	return { level: await levelFromScene(read, {}, [], { report, surfaces: K1 }), report };
}

/** A door with one state below its root. */
function door(maker: GltfMaker, mesh: number, root: Json & { name: string }, state = 'closed'): void {
	const child = maker.node({ name: `DWK_wg_${state}`, mesh }, true);
	maker.node({ ...root, children: [child] });
}

const twoGates = (maker: GltfMaker, mesh: number): void => {
	door(maker, mesh, { name: 'gate_DWK', translation: [10, 1, -5], rotation: about(90) });
	door(maker, mesh, { name: 'gate_DWK.001', translation: [-3, 0, -4], rotation: about(-30) });
	door(maker, mesh, { name: 'cell_DWK', translation: [14, 0, -5] }, 'open1');
};

const glbOf = ({ rooms, objects, layout }: Level): Promise<Uint8Array> => {
	const meshes = [...rooms.flatMap(({ walkmesh }) => walkmesh ?? []), ...objects];
	const options = { placements: layout.objects ?? [], roomNames: layout.rooms.map(({ model }) => model) };
	return writeGltf(meshes, options, { surfaces: K1, report: new Report() });
};

const read = (bytes: Uint8Array) =>
	readGltf(bytes, {}, { report: new Report(), surfaces: K1, mappings: [], name: 'level' });

const bits = ({ name, kind, doorState, positions, faces, hooks, position }: Walkmesh) => ({
	name,
	kind,
	doorState,
	positions: bitsOf(positions),
	faces: [...faces],
	header: bitsOf(Float32Array.from([position, ...Object.values(hooks)].flat())),
});

describe('doors and placeables of a level', () => {
	test('are listed with model, place, bearing, state and room, every copy of them', async () => {
		const { level } = await levelOf(twoGates);
		expect(level.objects.map(({ name }) => name)).toEqual(['gate', 'cell']);
		expect(level.layout.objects).toEqual([
			{ kind: 'door', model: 'gate', state: 'closed', position: [10, 5, 1], bearing: 90, room: 'hall_01' },
			{ kind: 'door', model: 'gate', state: 'closed', position: [-3, 4, 0], bearing: -30, room: 'hall_01' },
			{ kind: 'door', model: 'cell', state: 'open1', position: [14, 5, 0], bearing: 0, room: 'hall_02' },
		]);
		expect(JSON.parse(placementsJson(level))).toEqual({
			version: 1,
			level: level.name,
			placements: level.layout.objects,
		});
		expect(
			JSON.parse(new TextDecoder().decode(reportOf(level, { surfaces: K1, report: new Report() }))).placements,
		).toEqual(level.layout.objects);
	});

	test('that are doors get door hooks in the layout, with names of their own', async () => {
		const { level } = await levelOf((maker, mesh) => {
			twoGates(maker, mesh);
			const child = maker.node({ name: 'pwk_wg', mesh }, true);
			maker.node({ name: 'crate_pwk', children: [child], translation: [2, 0, -2] });
		});
		const half = Math.fround(Math.SQRT1_2);
		expect(
			level.layout.doorHooks.map(({ orientation, ...rest }) => [rest.room, rest.door, rest.position, orientation[0]]),
		).toEqual([
			['hall_01', 'gate', [10, 5, 1], half],
			['hall_01', 'gate_02', [-3, 4, 0], expect.closeTo(Math.cos(Math.PI / 12), 6)],
			['hall_02', 'cell', [14, 5, 0], 1],
		]);
		expect(level.layout.objects?.at(-1)).toEqual({
			kind: 'placeable',
			model: 'crate',
			position: [2, 2, 0],
			bearing: 0,
			room: 'hall_01',
		});
	});

	test('belong to the room that their node is below, wherever they stand', async () => {
		const { level } = await levelOf((maker, mesh) => {
			const child = maker.node({ name: 'DWK_wg_closed', mesh }, true);
			const root = maker.node({ name: 'gate_DWK', translation: [3, 0, -3], children: [child] }, true);
			maker.node({ name: 'group', extras: { room: 'hall_03' }, children: [root] });
		});
		expect(level.layout.objects?.map(({ room }) => room)).toEqual(['hall_03']);
	});

	test('with a root for each state are one, where it is closed', async () => {
		const { level } = await levelOf((maker, mesh) => {
			const states = ['open1', 'closed', 'open2'].map((state, index) => {
				const child = maker.node({ name: `gate_dwk_wg_${state}`, mesh }, true);
				return maker.node({ name: `gate_dwk_${state}`, translation: [index, 0, 0], children: [child] }, true);
			});
			maker.node({ name: 'gate', translation: [5, 0, -5], children: states });
		});
		expect(level.layout.objects).toMatchObject([{ model: 'gate', state: 'closed', position: [6, 5, 0] }]);
	});

	test('are shown at their places in the GLB, which still reads back bit for bit and satisfies the validator', async () => {
		const { level } = await levelOf(twoGates);
		const bytes = await glbOf(level);
		const { issues } = await validateBytes(bytes);
		expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
		const content = await read(bytes);
		expect(content.kind).toBe('walkmeshes');
		if (content.kind !== 'walkmeshes') return;
		const meshes = [...level.rooms.flatMap(({ walkmesh }) => walkmesh ?? []), ...level.objects];
		expect(content.walkmeshes.map(({ walkmesh }) => bits(walkmesh))).toEqual(meshes.map(bits));
		const { scene: shown } = await readScene(bytes);
		const nodes = shown.nodes.filter(({ name }) => /DWK(\.\d+)?$/.test(name)).map(({ name, origin }) => [name, origin]);
		expect(nodes).toEqual([
			['gate_DWK', [10, 5, 1]],
			['gate_DWK.001', [-3, 4, 0]],
			['cell_DWK', [14, 5, 0]],
		]);
	});

	test('give the same level when their GLB is read as a scene', async () => {
		const { level } = await levelOf(twoGates);
		const { scene: shown } = await readScene(await glbOf(level));
		const report = new Report();
		const again = await levelFromScene(shown, {}, [], { report, surfaces: K1 });
		expect(again.layout.objects).toEqual(level.layout.objects);
		expect(again.objects.map(bits)).toEqual(level.objects.map(bits));
		expect(codesOf(report).filter((code) => code.startsWith('OBJECT_') && code !== 'OBJECT_MADE_LOCAL')).toEqual([]);
	});

	test('that were moved in an editor make the GLB a scene', async () => {
		const { level } = await levelOf(twoGates);
		const bytes = await glbOf(level);
		const text = Buffer.from(bytes).toString('latin1');
		// The second gate's own place, where its stamp still says −3.
		const moved = text.replace('"translation":[-3,0,-4]', '"translation":[-2,0,-4]');
		expect(moved).not.toBe(text);
		expect((await read(new Uint8Array(Buffer.from(moved, 'latin1')))).kind).toBe('scene');
	});
});

test('half a bearing is the same on every machine, and right', () => {
	for (let degrees = -180; degrees <= 180; degrees += 7.5) {
		const [sine, cosine] = halfTurn(degrees);
		expect(sine).toBeCloseTo(Math.sin((degrees * Math.PI) / 360), 6);
		expect(cosine).toBeCloseTo(Math.cos((degrees * Math.PI) / 360), 6);
	}
	expect(halfTurn(180)).toEqual([1, 0]);
	expect(halfTurn(0)).toEqual([0, 1]);
});
