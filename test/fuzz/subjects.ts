import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeAscii } from '../../exporters/ascii/write.ts';
import { writeGltf } from '../../exporters/gltf/write.ts';
import { writeObj } from '../../exporters/obj/write.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { bytesOf } from '../fixtures/reading.ts';
import { FIXTURES } from '../support/cli.ts';
import { packGlb } from '../support/gltf-maker.ts';
import { makeVariants } from '../support/gltf-variants.ts';
import { mutateBytes, mutateGlb, mutateJson, unpackGlb } from '../support/mutate.ts';
import { binaryTable } from '../support/tables.ts';
import { AREA_SUBJECTS } from './area-files.ts';
import { GAME_SUBJECTS } from './game-subjects.ts';
import { glbOfHeap, HEAPS, heapOfRooms, objOfHeap, squareData } from './heaps.ts';
import { below, mutateWords, pick, type Random, type Subject, text } from './random.ts';
import { ASCII_PIECES, LYT_PIECES, mutateText, OBJ_PIECES, TWODA_PIECES, VIS_PIECES } from './text-pieces.ts';
import { WRITTEN_SUBJECTS } from './written-files.ts';

const filesIn = (folder: string, pattern: RegExp): string[] =>
	readdirSync(folder)
		.filter((name) => pattern.test(name))
		.sort()
		.map((name) => join(folder, name));

/** Sound files and faulty ones, and texts in the manner of every tool. */
const TESTS = join(import.meta.dirname, '../importers');
const OBJ_FILES = [...filesIn(join(FIXTURES, 'small'), /\.obj$/), ...filesIn(join(TESTS, 'obj/fixtures'), /\.obj$/)];
const ASCII_FILES = filesIn(join(TESTS, 'ascii/fixtures'), /./);

/** Coordinates that arithmetic stumbles over, and usual ones. */
const ODD_NUMBERS = [0, -0, 1, -1, 0.001, 1e-30, 1e-45, 1e6, 1e15, 3.4e38, -3.4e38, 0.1, 1 / 3, 100, 65504];

/** Triangles over a few points: coincident points, repeated corners, flat and upright faces, doubles, long thin ones, all common. */
function randomWalkmesh(random: Random, name = 'hall_01'): Walkmesh {
	const count = 1 + below(random, 40);
	const odd = random() < 0.2;
	const coordinate = (): number =>
		odd && random() < 0.2 ? pick(random, ODD_NUMBERS) : random() < 0.5 ? below(random, 6) : random() * 10;
	const points = Array.from({ length: count }, () => [coordinate(), coordinate(), random() < 0.6 ? 0 : coordinate()]);
	const faces = Array.from({ length: below(random, 60) }, () => [0, 1, 2].map(() => below(random, count)));
	const kind = pick(random, ['area', 'area', 'area', 'placeable', 'door'] as const);
	return createWalkmesh({
		name,
		kind,
		...(kind === 'door' ? { doorState: pick(random, ['closed', 'open1', 'open2'] as const) } : {}),
		positions: Float32Array.from(points.flat()),
		faces: Uint32Array.from(faces.flat()),
		surfaces: Uint32Array.from(faces, () => pick(random, [1, 4, 4, 4, 7, 9, 19, 30, 200])),
		...(kind === 'area'
			? { transitions: Int32Array.from(faces.flat(), () => (random() < 0.05 ? below(random, 6) : -1)) }
			: {}),
	});
}

const LAYOUT = `beginlayout
   roomcount 3
      m01_01a 0 0 0
      m01_01b 10.5 0 0
      **** 20 0 -1
   trackcount 0
   obstaclecount 0
   doorhookcount 1
      m01_01a door_01 0 5.25 0 0 0 0 0 1
donelayout
`;
const VISIBILITY = 'm01_01a 2\n  m01_01b\n  m01_01c\nm01_01b 1\n  m01_01a\nm01_01c 0\n';
const TABLE =
	'2DA V2.0\n\n   label walk walkcheck lineofsight\n0 NotDefined 0 0 0\n1 Dirt 1 1 1\n4 Stone 1 1 1\n7 NonWalk 0 1 1\n';

/** The same table as the game packs it. */
const BINARY_TABLE = binaryTable({
	columns: ['label', 'walk'],
	rows: ['NotDefined 0', 'Dirt 1', 'NonWalk 0'].map((row, index) => ({ label: `${index}`, cells: row.split(' ') })),
});

/** Sound documents, made once: they are compressed in every way there is. */
let glbs: Promise<readonly Uint8Array[]> | undefined;
async function soundGlbs(): Promise<readonly Uint8Array[]> {
	const plain = filesIn(join(FIXTURES, 'small'), /\.glb$/).map((path) => new Uint8Array(readFileSync(path)));
	const variants = await makeVariants(bytesOf('small/nested-transforms.glb'));
	return [...plain, ...plain, ...variants.map(({ bytes }) => bytes)];
}

/** Every reader; formats that come later add theirs here. */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
	async gltf(random) {
		glbs ??= soundGlbs();
		const bytes = pick(random, await glbs);
		if (random() < 0.8) return { fileName: 'scene.glb', bytes: mutateGlb(bytes, random) };
		const { text: json, data } = unpackGlb(bytes);
		const document = JSON.parse(json);
		if (document.buffers?.[0] !== undefined)
			document.buffers[0].uri = random() < 0.5 ? 'scene.bin' : `data:;base64,${Buffer.from(data).toString('base64')}`;
		const mutated = mutateJson(JSON.stringify(document), random, 1 + below(random, 3));
		return { fileName: 'scene.gltf', bytes: text(mutated), beside: { 'scene.bin': mutateBytes(data, random) } };
	},
	/** What we show people, edited. */
	async inspection(random) {
		const bytes = await writeGltf([randomWalkmesh(random)], {}, { surfaces: K1, report: new Report() });
		return { fileName: 'hall_01.glb', bytes: random() < 0.1 ? bytes : mutateGlb(bytes, random) };
	},
	/** Counts and reuse that a few bytes claim: what it becomes counts, not what it weighs. */
	amplification(random) {
		const many = pick(random, [1e3, 1e5, 1e6, 1e7, 22e6, 4294967295, 2 ** 40]);
		const nodes = pick(random, [1, 30, 400, 3000]);
		const view = random() < 0.5 ? {} : { bufferView: 0 };
		const extensions = random() < 0.3 ? { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 2 } } } : undefined;
		const json = {
			asset: { version: '2.0' },
			scene: 0,
			scenes: [{ nodes: Array.from({ length: nodes }, (_, index) => index) }],
			nodes: Array.from({ length: nodes }, () => ({ mesh: 0, ...(extensions === undefined ? {} : { extensions }) })),
			meshes: [
				{
					primitives: Array.from({ length: pick(random, [1, 40, 300]) }, () => ({
						attributes: { POSITION: 0 },
						...(random() < 0.5 ? { indices: 1 } : {}),
						material: 0,
					})),
				},
			],
			materials: [{ name: random() < 0.1 ? 'Stone'.repeat(pick(random, [100, 20_000])) : 'Stone' }],
			accessors: [
				{ componentType: 5126, type: 'VEC3', count: random() < 0.5 ? many : 3, ...view },
				{ componentType: 5125, type: 'SCALAR', count: random() < 0.5 ? many : 3, ...view },
				{ componentType: 5126, type: 'VEC3', count: random() < 0.5 ? many : 3, ...view },
			],
			bufferViews: [{ buffer: 0, byteLength: 60 }],
			buffers: [{ byteLength: 60 }],
			...(extensions === undefined ? {} : { extensionsUsed: ['EXT_mesh_gpu_instancing'] }),
		};
		return { fileName: 'scene.glb', bytes: packGlb(json, new Uint8Array(60)) };
	},
	obj(random) {
		const own = random() < 0.5;
		const source = own
			? new TextDecoder().decode(writeObj([randomWalkmesh(random)], K1))
			: readFileSync(pick(random, OBJ_FILES), 'utf8');
		const library = text('newmtl Stone\nKd 1 1 1\nnewmtl Dirt\n');
		return {
			fileName: 'scene.obj',
			bytes: mutateText(source, random, OBJ_PIECES),
			beside: { 'a.mtl': mutateBytes(library, random) },
		};
	},
	bwm(random) {
		const walkmesh = randomWalkmesh(random);
		const bytes = writeWalkmesh(walkmesh);
		const fileName = { area: 'hall_01.wok', placeable: 'hall_01.pwk', door: 'hall_010.dwk' }[walkmesh.kind];
		const choice = random();
		if (choice < 0.1) return { fileName, bytes };
		return { fileName, bytes: choice < 0.75 ? mutateWords(bytes, random, 136) : mutateBytes(bytes, random) };
	},
	ascii(random) {
		const walkmesh = randomWalkmesh(random);
		if (random() < 0.5) {
			const path = pick(random, ASCII_FILES);
			return {
				fileName: `${basename(path)}.ascii`,
				bytes: mutateText(readFileSync(path, 'utf8'), random, ASCII_PIECES),
			};
		}
		const dialect = pick(random, ['engine', 'nwmax', 'mdlops'] as const);
		const written = new TextDecoder().decode(writeAscii([{ walkmesh }], { dialect }, { report: new Report() }));
		const fileName = { area: 'hall_01.wok', placeable: 'hall_01.pwk', door: 'hall_010.dwk' }[walkmesh.kind];
		return { fileName: `${fileName}.ascii`, bytes: mutateText(written, random, ASCII_PIECES) };
	},
	lyt: (random) => ({ fileName: 'm01.lyt', bytes: mutateText(LAYOUT, random, LYT_PIECES) }),
	vis: (random) => ({ fileName: 'm01.vis', bytes: mutateText(VISIBILITY, random, VIS_PIECES) }),
	'2da': (random) =>
		random() < 0.5
			? { fileName: 'surfacemat.2da', bytes: mutateText(TABLE, random, TWODA_PIECES) }
			: {
					fileName: 'surfacemat.2da',
					bytes: random() < 0.5 ? mutateWords(BINARY_TABLE, random, 60) : mutateBytes(BINARY_TABLE, random),
				},
	...GAME_SUBJECTS,
	...WRITTEN_SUBJECTS,
	...AREA_SUBJECTS,
	/** Much in one spot, up to a megabyte of it. */
	heaps(random) {
		const size = pick(random, [20, 300, 3000, 30_000]);
		if (random() < 0.2) {
			const kind = pick(random, ['spot', 'row', 'rising', 'around'] as const);
			return { fileName: 'scene.glb', bytes: packGlb(heapOfRooms(Math.min(size, 3000), kind, random), squareData()) };
		}
		const heap = HEAPS[pick(random, Object.keys(HEAPS))](size, random);
		return random() < 0.5
			? { fileName: 'heap.obj', bytes: objOfHeap(heap, 1e6) }
			: { fileName: 'heap.glb', bytes: glbOfHeap(heap, 1e6) };
	},
};

/** Subjects whose single inputs take up to seconds: they get few turns where others get many. */
export const HEAVY: ReadonlySet<string> = new Set(['amplification', 'heaps']);
