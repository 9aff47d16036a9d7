import { LINES } from '../../src/formats/gltf.ts';
import { halfTurn } from '../../src/math/angles.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { nameOf, type Thing, type ThingKind } from '../../src/model/thing.ts';
import { type Drawing, type DrawnMesh, type DrawnNode, toGltfAxes } from './drawing.ts';

/** Name of the root node. The importers ignore nodes with this prefix, so that signs are not read as geometry. */
const ROOT = 'ignore_things';
const SIZE = 0.4;

/** How each kind is shown: linear colour, and lines relative to its position (z up, metres). */
const SIGNS: Readonly<Record<ThingKind, { readonly colour: Vec3; readonly lines: readonly Vec3[] }>> = {
	creature: { colour: [0.9, 0.3, 0.05], lines: [...ring(SIZE), [0, 0, 0], [0, 0, 1.8], [0, 0, 1], [SIZE * 2, 0, 1]] },
	door: { colour: [0.05, 0.4, 0.9], lines: frame(1, 2.2) },
	encounter: { colour: [0.8, 0.05, 0.3], lines: ring(SIZE) },
	sound: { colour: [0.3, 0.3, 0.3], lines: [...ring(SIZE / 2), [0, 0, -0.2], [0, 0, 0.2]] },
	store: { colour: [0.7, 0.6, 0.05], lines: [...ring(SIZE), [0, 0, 0], [0, 0, 1.2]] },
	trigger: { colour: [0.8, 0.05, 0.8], lines: ring(SIZE / 2) },
	waypoint: {
		colour: [0.05, 0.6, 0.2],
		lines: [
			[0, 0, 0],
			[0, 0, 1.2],
			[0, 0, 1.2],
			[SIZE, 0, 1],
			[SIZE, 0, 1],
			[0, 0, 0.8],
		],
	},
	placeable: { colour: [0.45, 0.25, 0.05], lines: [...ring(SIZE), ...frame(SIZE, 0.8)] },
	camera: {
		colour: [0.05, 0.5, 0.6],
		lines: [
			[0, 0, 0],
			[SIZE, SIZE / 2, 0],
			[0, 0, 0],
			[SIZE, -SIZE / 2, 0],
		],
	},
};

function ring(radius: number): Vec3[] {
	const corners: Vec3[] = [
		[radius, 0, 0],
		[0, radius, 0],
		[-radius, 0, 0],
		[0, -radius, 0],
	];
	return corners.flatMap((corner, i) => [corner, corners[(i + 1) % 4]]);
}

function frame(half: number, height: number): Vec3[] {
	const corners: Vec3[] = [
		[-half, 0, 0],
		[half, 0, 0],
		[half, 0, height],
		[-half, 0, height],
	];
	return corners.flatMap((corner, i) => [corner, corners[(i + 1) % 4]]);
}

/** A node for each thing of an area below one root, drawn in lines; its extras hold kind, template and tag. Undefined without things. */
export function thingNodes(drawing: Drawing, things: readonly Thing[]): DrawnNode | undefined {
	if (things.length === 0) return undefined;
	const root = drawing.node(ROOT, { extras: { walkmesh: false } });
	const meshes = new Map<ThingKind, DrawnMesh>();
	for (const thing of things) {
		const { kind, template, tag, position, bearing, corners = [] } = thing;
		const known = meshes.get(kind) ?? lineMesh(drawing, kind, SIGNS[kind].lines);
		meshes.set(kind, known);
		const [x, y, z] = position;
		const turned = bearing === undefined ? undefined : Number(bearing.toFixed(3));
		const [sine, cosine] = halfTurn(turned ?? 0);
		const node = drawing.node(nameOf(thing), {
			translation: [x, z, -y + 0],
			...(turned === undefined ? {} : { rotation: [0, sine, 0, cosine] }),
			mesh: known,
			extras: { thing: { kind, template, tag, ...(turned === undefined ? {} : { bearing: turned }) } },
		});
		if (corners.length > 1) {
			const outline = corners.flatMap((corner, i) => [corner, corners[(i + 1) % corners.length]]);
			const local = outline.map(([cx, cy, cz]): Vec3 => [cx - x, cy - y, cz - z]);
			node.children.push(drawing.node(`${nameOf(thing)} outline`, { mesh: lineMesh(drawing, kind, local) }));
		}
		root.children.push(node);
	}
	return root;
}

function lineMesh(drawing: Drawing, kind: ThingKind, lines: readonly Vec3[]): DrawnMesh {
	const name = `thing ${kind}`;
	const material = drawing.material(name, { colour: SIGNS[kind].colour, metallic: 1, isDoubleSided: false });
	const positions = drawing.accessor(Float32Array.from(lines.flatMap(toGltfAxes)));
	return drawing.mesh(name, [{ mode: LINES, positions, material }]);
}
