import { type Action, defineFindings, type Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { decimals } from '../../src/text/numbers.ts';
import type { TreeDifference, TwinComparison } from './twin.ts';

/** Brings the models of a layout in step. It takes the layout, which has the positions of the rooms. */
const SYNC: Action = { command: 'game', arguments: ['sync', 'LAYOUT'], options: [{ option: 'inPlace' }] };
/** Compares with models that lie elsewhere. */
const WHERE_MODELS: Action = {
	command: 'game',
	arguments: ['sync', 'check', 'LAYOUT'],
	options: [{ option: 'modelFolder', placeholder: 'FOLDER' }],
};
const sync = (): readonly Action[] => [SYNC];

function millimetres(metres: number): string {
	return metres >= 1 ? `${Number(metres.toPrecision(3))} m` : `${Number((metres * 1000).toPrecision(3))} mm`;
}

function faces(count: number): string {
	return count === 1 ? '1 face' : `${count} faces`;
}

const TREES: Readonly<Record<TreeDifference['kind'], (nodes: number) => string>> = {
	shape: () => 'it is built otherwise',
	box: (nodes) => `${nodes === 1 ? 'a box differs' : `${nodes} boxes differ`}`,
	plane: (nodes) => `${nodes === 1 ? 'a split plane differs' : `${nodes} split planes differ`}`,
};

/** What can differ between a room's walkmesh and its twin in the room's model. */
export const TWIN_FINDINGS = defineFindings({
	TWIN_DIFFERS: {
		severity: 'warning',
		meaning:
			'Each room has its walkmesh twice: in a file, for walking, and in the model, for camera, mouse and shadows. The two differ in faces, corners, order, surfaces or AABB tree. The camera sees through ground that is missing in the model, and clicks do nothing there or hit ground that nobody can walk on.',
		message: (d: { problem: string }): string => `${d.problem}.`,
		help: 'Copy the walkmesh into the model.',
		actions: sync,
	},
	TWIN_PLACE: {
		severity: 'warning',
		meaning:
			'The walkmesh in the model is in another position than in the file: the room was moved in one of the two. Clicks and the camera miss the ground.',
		message: (d: { distance: number; offset: Vec3; nodeMoved: boolean }): string =>
			`The walkmesh lies ${millimetres(d.distance)} (${decimals(d.offset, 4)}) from where model and layout put the room: ${
				d.nodeMoved
					? 'the node of the model was moved since the walkmesh was made.'
					: 'the walkmesh was moved, or the room in the layout.'
			}`,
		help: 'A point of the area is a vertex of the model, plus the position of its node, plus the position of the room in the layout.',
		actions: sync,
	},
	TWIN_NO_NODE: {
		severity: 'warning',
		meaning:
			'The model of the room contains no walkmesh. Characters can walk, but the camera passes through walls and clicks on the ground do nothing.',
		message: (_: Record<string, never>): string => 'The model of this room has no walkmesh (AABB node).',
		help: 'Compile the room with a walkmesh: it can be written as a node of an ASCII model.',
		actions: () => [
			{ command: 'convert', arguments: ['FILE', 'OUTPUT'], options: [{ option: 'dialect', value: 'model' }] },
		],
	},
	TWIN_NO_MODEL: {
		severity: 'info',
		meaning: 'The room has no model file, so the walkmesh in its model was not compared.',
		message: (d: { room: string; looked: string }): string => `Room "${d.room}" is not compared: no ${d.looked}.`,
		help: 'Put the models beside the walkmeshes, or name their folder.',
		actions: () => [WHERE_MODELS],
	},
	TWIN_NO_WALKMESH: {
		severity: 'warning',
		meaning: 'The room has a walkmesh in its model, but no walkmesh file. Nobody can enter the room.',
		message: (d: { room: string; looked: string }): string =>
			`The model of room "${d.room}" has a walkmesh, but there is no ${d.looked}.`,
		help: 'Characters cannot walk in a room without a walkmesh file.',
		actions: () => [{ command: 'convert', arguments: ['FILE', 'OUTPUT'] }],
	},
	TWIN_NONE: {
		severity: 'error',
		meaning: 'A room needs both its model and its walkmesh file, and no room has both.',
		message: (d: { looked: string }): string => `There is no room with a model and a walkmesh: ${d.looked}.`,
		help: 'A room has two files of one name, an .mdl and a .wok.',
		actions: () => [WHERE_MODELS],
	},
	TWIN_PLACE_UNKNOWN: {
		severity: 'info',
		meaning: 'Without the layout, the position of the room is unknown. Only its shape was compared.',
		message: (_: Record<string, never>): string => 'Without the layout the position of the room is not compared.',
		help: 'Give the layout of the area.',
		actions: () => [{ option: 'layout', placeholder: 'FILE' }],
	},
	TWIN_TOO_FAR: {
		severity: 'error',
		meaning:
			'Models have float32 coordinates relative to the room and its node. This far from the room or node they are too coarse to match the walkmesh, so the model was not changed.',
		message: (d: { distance: number; node?: string }): string =>
			`The walkmesh reaches ${millimetres(d.distance)} from where ${d.node === undefined ? 'the layout puts the room' : `the model has its node "${d.node}"`}, too far for the coordinates of a model.`,
		help: 'Correct the position of the room in the layout or of the node in the model, or move the walkmesh to it.',
	},
	TWIN_TREE_UNFIT: {
		severity: 'error',
		meaning:
			'The AABB tree of the file is damaged, or walkable faces do not come first. In the model, camera and mouse would miss ground.',
		message: (d: { problem: string }): string => `${d.problem}, so the model cannot take it over.`,
		help: 'Derive the tables of the walkmesh again.',
		actions: () => [{ command: 'rebuild', arguments: ['FILE'], options: [{ option: 'inPlace' }] }],
	},
	TWIN_TOO_LARGE: {
		severity: 'error',
		meaning: 'Models have 16-bit face and vertex counts, so this walkmesh does not fit into one.',
		message: (d: { faces: number; vertices: number }): string =>
			`The walkmesh has ${d.faces} faces and ${d.vertices} vertices; a mesh of a model can have 65534 of each.`,
		help: 'Divide the room, or simplify its ground.',
	},
	TWIN_ROWS: {
		severity: 'error',
		meaning:
			'The vertices of the walkmesh were not found in the .mdx file. The .mdl and .mdx may be of different versions.',
		message: (d: { problem: string }): string =>
			`The vertices of the AABB node in the .mdx cannot be replaced: ${d.problem}.`,
		help: 'The .mdl and .mdx of a model belong together.',
	},
});

/** Reports all differences between the walkmesh of a room and the one in its model. @param surfaceNames the surfaces of a face in both */
export function reportTwin(
	{ missing, extra, moved, offset, nodeMoved, order, surfaces, tree, at }: TwinComparison,
	counts: { readonly model: number; readonly walkmesh: number },
	surfaceNames: (face: number) => { readonly surface: string; readonly other: string },
	report: Report,
): void {
	const tell = (problem: string, face?: number): void =>
		report.add(TWIN_FINDINGS.TWIN_DIFFERS, face === undefined ? {} : { face, at: at(face) }, { problem });
	if (offset !== undefined)
		report.add(TWIN_FINDINGS.TWIN_PLACE, {}, { distance: Math.hypot(...offset), offset, nodeMoved });
	if (missing.length > 0) {
		const lacked = `${faces(missing.length)} of the ${counts.walkmesh}`;
		tell(`The model lacks ${lacked} that the walkmesh has; this is the first`, missing[0]);
	}
	if (extra.length > 0)
		tell(`The model has ${faces(extra.length)} that the walkmesh of ${faces(counts.walkmesh)} does not have`);
	const [farthest] = moved.toSorted((a, b) => b.distance - a.distance);
	if (farthest !== undefined) {
		const who = moved.length === 1 ? 'A face of the model has' : `${faces(moved.length)} of the model have`;
		const way = millimetres(farthest.distance);
		tell(`${who} other corners than in the walkmesh, up to ${way} away`, farthest.face);
	}
	if (order !== undefined) tell('The model has its faces in another order than the walkmesh, from this one on', order);
	if (surfaces.length > 0) {
		const { surface, other } = surfaceNames(surfaces[0]);
		const who = `${faces(surfaces.length)} ${surfaces.length === 1 ? 'has' : 'have'} another surface in the model`;
		tell(`${who}; this one is ${surface} in the walkmesh and ${other} in the model`, surfaces[0]);
	}
	if (tree !== undefined) {
		const how = `${TREES[tree.kind](tree.nodes)}, first at node ${tree.node}`;
		tell(`The AABB tree of the model is not that of the walkmesh: ${how}`);
	}
}
