import type { Report } from '../../src/findings/index.ts';
import { vec3At } from '../../src/geometry/vec3.ts';
import { collectGreens, createGreens, decidePaint, paintedRooms, type ScenePart } from '../../src/scene/index.ts';
import type { SurfaceAssigner } from '../../src/surfaces/index.ts';
import { VertexCompactor } from './compact.ts';
import { FaceCutter } from './cut-faces.ts';
import { NO_MATERIAL, type ObjModel } from './model.ts';
import type { ObjTree } from './tree.ts';

/** Triangles of one material in a part. */
interface MaterialRun {
	readonly material: number;
	readonly line: number;
	readonly first: number;
	readonly end: number;
}

type PlainPart = Omit<ScenePart, 'paintedRooms'>;

/**
 * The taken faces as parts, in the order of the file: a part is a run of faces of one node. A node that is taken up again has a
 * part for each time, so that faces keep their order, which is the order they have in a walkmesh.
 *
 * @param taken 1 for each node of the scene whose faces are walkmesh
 */
export function buildParts(
	model: ObjModel,
	tree: ObjTree,
	taken: Uint8Array,
	assigner: SurfaceAssigner,
	report: Report,
): ScenePart[] {
	const cutter = new FaceCutter(model, report);
	const compactor = new VertexCompactor(model.positions, model.colours);
	const parts: PlainPart[] = [];
	const colours: (Float32Array | undefined)[] = [];
	const { runs } = model;
	for (let run = 0; run < runs.length; ) {
		let end = run + 1;
		while (end < runs.length && runs[end].node === runs[run].node) end++;
		const lastFace = end < runs.length ? runs[end].firstFace : model.faceSizes.length;
		const node = tree.sceneNode[runs[run].node];
		if (taken[node] === 0) cutter.skip(lastFace);
		else {
			const { name } = tree.nodes[node];
			cutter.begin(lastFace);
			const materials = cutRuns(model, cutter, run, end, name);
			if (cutter.length > 0) {
				const triangles = cutter.take();
				const surfaces = assignSurfaces(model, materials, triangles, assigner, name);
				const compact = compactor.compact(triangles);
				parts.push({ ...identity(tree, node), positions: compact.positions, triangles, surfaces });
				colours.push(compact.colours);
			}
		}
		run = end;
	}
	return withPaintedRooms(parts, colours, report);
}

function cutRuns(model: ObjModel, cutter: FaceCutter, first: number, end: number, node: string): MaterialRun[] {
	const { runs } = model;
	const result: MaterialRun[] = [];
	for (let run = first; run < end; run++) {
		const before = cutter.length / 3;
		cutter.cut(run + 1 < runs.length ? runs[run + 1].firstFace : model.faceSizes.length, node);
		const after = cutter.length / 3;
		const { material, firstFace } = runs[run];
		if (after > before) result.push({ material, line: model.faceLines[firstFace], first: before, end: after });
	}
	return result;
}

/** Asks once for each material of a part. */
function assignSurfaces(
	model: ObjModel,
	runs: readonly MaterialRun[],
	triangles: Uint32Array,
	assigner: SurfaceAssigner,
	node: string,
): Uint32Array {
	const counts = new Map<number, { triangles: number; first: number; line: number }>();
	for (const { material, line, first, end } of runs) {
		const count = counts.get(material);
		if (count === undefined) counts.set(material, { triangles: end - first, first, line });
		else count.triangles += end - first;
	}
	const surfaceOf = new Map<number, number>();
	for (const [material, count] of counts) {
		surfaceOf.set(
			material,
			assigner.assign({
				material: material === NO_MATERIAL ? undefined : model.materials[material],
				triangleCount: count.triangles,
				place: { line: count.line, node, at: vec3At(model.positions, triangles[count.first * 3]) },
			}),
		);
	}
	const surfaces = new Uint32Array(triangles.length / 3);
	for (const { material, first, end } of runs) surfaces.fill(surfaceOf.get(material) as number, first, end);
	return surfaces;
}

function identity(tree: ObjTree, node: number): Pick<ScenePart, 'node' | 'name' | 'kind' | 'doorState' | 'model'> {
	const { kind, doorState, model } = tree.meanings[node];
	return {
		node,
		name: tree.nodes[node].name,
		kind,
		...(doorState === undefined ? {} : { doorState }),
		...(model === undefined || kind === 'area' ? {} : { model }),
	};
}

function withPaintedRooms(
	parts: readonly PlainPart[],
	colours: readonly (Float32Array | undefined)[],
	report: Report,
): ScenePart[] {
	const greens = createGreens();
	for (const values of colours) if (values !== undefined) collectGreens(values, greens);
	const paint = decidePaint(greens, report);
	if (paint === undefined) return [...parts];
	const meshes = parts.map(({ triangles }, part) => ({ triangles, colours: colours[part] ?? [] }));
	const rooms = paintedRooms(meshes, paint, report);
	return parts.map((part, index) => {
		const painted = rooms[index];
		return painted === undefined ? part : { ...part, paintedRooms: painted };
	});
}
