import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TABLE_FINDINGS } from '../../check/tables/tables.ts';
import { TREE_FINDINGS } from '../../check/tables/tree.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { type BwmFile, packedOffsets } from '../../src/bwm/bwm-file.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import { Report } from '../../src/findings/report.ts';
import { EDGE_FINDINGS } from '../../src/geometry/edges.ts';
import { K1, surfaceLabel } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { triples } from '../support/points.ts';
import { gridFloor, stoneMesh } from '../support/soups.ts';
import { HABITS, writtenBy } from '../support/tool-habits.ts';

/** Every command that looks at the geometry of a scene, or at a walkmesh file. */
const COMMANDS = {
	convert: ['convert', 'fault.obj', 'out.wok', '--up', 'z'],
	level: ['level', 'fault.obj', 'level', '--up', 'z'],
	'inspect scene': ['inspect', 'fault.obj', '--up', 'z'],
	'inspect file': ['inspect', 'fault.wok'],
	rebuild: ['rebuild', 'fault.wok', '-o', 'rebuilt'],
	identify: ['identify', 'fault.wok'],
} as const;
type Command = keyof typeof COMMANDS;

const SCENES: readonly Command[] = ['convert', 'level', 'inspect scene'];
const ALL: readonly Command[] = ['convert', 'level', 'inspect scene', 'inspect file'];
const DERIVING: readonly Command[] = [...ALL, 'rebuild'];
const TABLES: readonly Command[] = ['inspect file', 'identify'];

const out = scratchFolder();
const OURS = new Set([
	'BWM_FORM',
	...Object.keys({ ...MESH_FINDINGS, ...EDGE_FINDINGS, ...TABLE_FINDINGS, ...TREE_FINDINGS }),
]);

/** What each command says of a fault: sentences by code. */
async function told(mesh: Walkmesh, file: BwmFile, commands: readonly Command[]): Promise<Map<Command, Set<string>>> {
	writeFileSync(join(out, 'fault.wok'), encodeBwm(file));
	writeFileSync(join(out, 'fault.obj'), objOf(mesh));
	const answers = new Map<Command, Set<string>>();
	for (const command of commands) {
		const { stdout } = await wokflow([...COMMANDS[command], '--json'], { cwd: out });
		const { findings } = JSON.parse(stdout) as { findings: { code: string; severity: string; message: string }[] };
		const ours = findings.filter(({ code }) => OURS.has(code));
		answers.set(command, new Set(ours.map(({ code, severity, message }) => `${code} (${severity}): ${message}`)));
	}
	return answers;
}

function objOf({ positions, faces, surfaces }: Walkmesh): string {
	const lines = ['o fault_01a'];
	for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions.subarray(i, i + 3).join(' ')}`);
	for (let face = 0; face < surfaces.length; face++) {
		lines.push(`usemtl ${surfaceLabel(K1, surfaces[face])}`);
		lines.push(`f ${[...faces.subarray(face * 3, face * 3 + 3)].map((vertex) => vertex + 1).join(' ')}`);
	}
	return `${lines.join('\n')}\n`;
}

const NONWALK = 7;

const SQUARE = triples(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0);
const FLOOR = triples(0, 1, 2, 0, 2, 3);

/** The square floor with more points, faces and, from the first face on, surfaces. */
function floorWith(
	points: readonly (readonly number[])[],
	faces: readonly (readonly number[])[],
	surfaces: number[] = [],
): Walkmesh {
	const mesh = stoneMesh([...SQUARE, ...points], ...FLOOR, ...faces);
	return { ...mesh, surfaces: mesh.surfaces.map((surface, face) => surfaces[face] ?? surface) };
}

/** The floor, and beside it another one that begins at x = 4 + gap. */
function tornFloor(gap: number): Walkmesh {
	const [from, to] = [4 + gap, 8];
	const beside = triples(from, 0, 0, to, 0, 0, to, 4, 0, from, 4, 0);
	return floorWith(beside, triples(4, 5, 6, 4, 6, 7));
}

/** The floor, beside it two faces whose common corner lies on its edge, `off` metres away. */
function cutFloor(off: number): Walkmesh {
	const points = triples(4 + off, 2, 0, 8, 2, 0);
	return floorWith(points, triples(1, 5, 4, 4, 5, 2));
}

/** The floor, with a face on one of its edges that leans by `lean` metres on a metre. */
function leaning(lean: number): Walkmesh {
	return floorWith([[0, -lean, 1]], [[0, 4, 1].reverse()]);
}

type Codes = Readonly<Record<string, readonly Command[]>>;

const ROOMS = ['convert', 'inspect scene', 'inspect file'] as const satisfies readonly Command[];
const ISLANDS = { WALKABLE_ISLANDS: ['convert', 'level', 'inspect scene', 'inspect file'] } as const satisfies Codes;

const FAULTS: readonly [fault: string, mesh: Walkmesh, codes: Codes][] = [
	['nothing', gridFloor(3), {}],
	['a face that faces down', stoneMesh(SQUARE, [0, 1, 2], [0, 3, 2]), { WALKABLE_FACE_DOWN: ALL }],
	['a floor upside down', stoneMesh(SQUARE, [0, 2, 1], [0, 3, 2]), { WALKABLE_UPSIDE_DOWN: ALL }],
	['a vertical face', leaning(9e-4), { WALKABLE_FACE_VERTICAL: ALL }],
	['a steep face', leaning(-1.1e-3), { GROUND_TOO_STEEP: ISLANDS.WALKABLE_ISLANDS, ...ISLANDS }],
	[
		'a duplicate face',
		floorWith([], [[1, 2, 0]]),
		{
			FACE_DUPLICATE_DROPPED: SCENES,
			FACE_DUPLICATE: ['inspect file'],
			EDGE_OVERFULL: ['rebuild'],
		},
	],
	[
		'a duplicate of another surface',
		floorWith([], [[1, 2, 0]], [4, 4, NONWALK]),
		{ FACE_DUPLICATE_DROPPED: SCENES, FACE_DUPLICATE: ALL },
	],
	['a double-sided floor', floorWith([], [[2, 1, 0]]), { FACE_DOUBLE_SIDED: ALL, EDGE_OVERFULL: ['rebuild'] }],
	[
		'a double-sided wall',
		floorWith([[2, 2, 9]], triples(0, 1, 4, 1, 0, 4), [4, 4, NONWALK, NONWALK]),
		{ FACES_DOUBLE_SIDED: ALL },
	],
	['three floors at an edge', floorWith([[9, -3, 0]], [[2, 0, 4]]), { EDGE_OVERFULL: DERIVING }],
	[
		'a face with a vertex twice',
		floorWith([], [[0, 1, 1]], [4, 4, NONWALK]),
		{ FACE_DEGENERATE_DROPPED: SCENES, FACE_DEGENERATE: ['inspect file'] },
	],
	[
		'a face smaller than a square millimetre',
		floorWith(triples(9, 9, 1, 9, 9, 1.001, 9, 9.0019, 1), [[4, 5, 6]], [4, 4, NONWALK]),
		{ FACE_DEGENERATE_DROPPED: SCENES, VERTICES_UNUSED_DROPPED: SCENES, FACE_DEGENERATE: ['inspect file'] },
	],
	[
		'a face of a square millimetre',
		floorWith(triples(9, 9, 1, 9, 9, 1.001, 9, 9.0021, 1), [[4, 5, 6]], [4, 4, NONWALK]),
		{ FACE_SLIVER: ['inspect scene', 'inspect file'] },
	],
	['a vertex without a face', floorWith([[9, 9, 9]], []), { VERTICES_UNUSED: ['inspect file'] }],
	[
		'vertices that are not welded',
		tornFloor(0),
		{
			VERTICES_WELDED: SCENES,
			GROUND_TORN: ['inspect file'],
		},
	],
	['a crack', tornFloor(9e-3), { VERTEX_NEAR_MISS: ALL, ...ISLANDS }],
	['a gap', tornFloor(1.1e-2), { GROUND_CRACK: ALL }],
	['a T-junction', cutFloor(9e-4), { T_JUNCTION: ALL }],
	['a vertex beside an edge', cutFloor(1.1e-3), { GROUND_CRACK: ALL }],
	['no ground', floorWith([], [], [NONWALK, NONWALK]), { MESH_NOT_WALKABLE: ROOMS }],
];

/** Tables that were spoilt, and what is said of them. */
const SPOILT: readonly [fault: string, spoil: (file: BwmFile) => Partial<BwmFile>, codes: readonly string[]][] = [
	['nothing', () => ({}), []],
	['adjacency', ({ adjacency }) => ({ adjacency: adjacency.map(() => -1) }), ['TABLE_ADJACENCY']],
	['no perimeters', () => ({ perimeters: new Uint32Array(0) }), ['TABLE_PERIMETERS']],
	['edges', ({ edges }) => ({ edges: edges.subarray(2) }), ['TABLE_EDGES']],
	['normals', ({ normals }) => ({ normals: normals.map(() => 0) }), ['TABLE_PLANES']],
	['long normals', ({ normals }) => ({ normals: normals.map((n) => n * 2) }), ['TABLE_PLANES', 'TABLE_NORMALS']],
	['distances', ({ distances }) => ({ distances: distances.map(() => 7) }), ['TABLE_PLANES']],
	['the root', () => ({ aabbRoot: 3 }), ['BWM_FORM']],
	['face order', () => ({ materials: Uint32Array.of(4, 7, 4, 4, 4, 4, 4, 4) }), ['TABLE_FACE_ORDER']],
	['bare boxes', (file) => ({ aabb: writtenBy(meshOf(file), HABITS.mdlops).aabb }), ['TREE_BOXES_BARE']],
	['sunk boxes', (file) => ({ aabb: writtenBy(meshOf(file), HABITS['pykotor-newer']).aabb }), ['TREE_INVALID']],
	[
		'children',
		(file) => ({ aabb: writtenBy(meshOf(file), { ...HABITS.game, child: (n) => n + 1 }).aabb }),
		['TREE_INVALID'],
	],
];

function meshOf({ vertices, faces, materials }: BwmFile): Walkmesh {
	return createWalkmesh({ positions: vertices, faces, surfaces: materials });
}

const sound = gridFloor(2, (x, y) => x * 0.1 + y * y * 0.05);

describe('a fault has the same codes and sentences in every command, and what follows from it is left out', () => {
	test.each(FAULTS)('%s', async (_, mesh, codes) => {
		const answers = await told(mesh, deriveBwm(mesh, K1, new Report()), Object.keys(COMMANDS) as Command[]);
		const commandsOf: Record<string, Command[]> = {};
		const sentences = new Map<string, Set<string>>();
		for (const [command, texts] of answers) {
			for (const text of texts) {
				const [code] = text.split(' ');
				commandsOf[code] = [...new Set([...(commandsOf[code] ?? []), command])];
				sentences.set(code, (sentences.get(code) ?? new Set()).add(text));
			}
		}
		expect(commandsOf).toEqual(codes);
		for (const texts of sentences.values()) expect([...texts]).toHaveLength(1);
	});

	test.each(SPOILT)('tables: %s', async (_, spoil, codes) => {
		const file = deriveBwm(sound, K1, new Report());
		const changed = { ...file, ...spoil(file) };
		const answers = await told(sound, { ...changed, offsets: packedOffsets(changed, true) }, TABLES);
		const [inspect, identify] = TABLES.map((command) => [...(answers.get(command) ?? [])]);
		const ofTables = inspect.filter((text) => /^(?:T|BWM_FORM)/.test(text));
		expect(ofTables.map((text) => text.split(' ')[0])).toEqual(codes);
		expect(identify).toEqual(ofTables);
	});
});
