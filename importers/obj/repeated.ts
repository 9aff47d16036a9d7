import type { Report } from '../../src/findings/report.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { type Elements, forEachElement, type ObjModel } from './model.ts';

/**
 * Reports names that several objects share. A name that comes again is the same object, as exporters write one that has several materials; but where
 * the faces below it use none of the vertices that were used before, it is another mesh, such as the second of two boxes that 3ds Max calls alike.
 */
export function reportRepeatedNames({ faces, nodes }: ObjModel, report: Report): void {
	if (!hasRepeats(faces.nodes, nodes.length)) return;
	const meshes = new Map<number, number[]>();
	let node = -1;
	let line = 0;
	let least = Number.POSITIVE_INFINITY;
	let most = -1;
	let mostBefore = -1;
	const endRun = (): void => {
		if (least > mostBefore && node >= 0) meshes.set(node, [...(meshes.get(node) ?? []), line]);
		mostBefore = Math.max(mostBefore, most);
	};
	forEachElement(faces, (face, first, end) => {
		if (faces.nodes[face] !== node) {
			endRun();
			node = faces.nodes[face];
			line = faces.lines[face];
			least = Number.POSITIVE_INFINITY;
		}
		for (let i = first; i < end; i++) {
			least = Math.min(least, faces.vertices[i]);
			most = Math.max(most, faces.vertices[i]);
		}
	});
	endRun();
	for (const [index, [first, second, ...more]] of meshes) {
		if (second === undefined) continue;
		const { name } = nodes[index];
		report.add(OBJ_FINDINGS.OBJ_NAME_REPEATED, { line: second, node: name }, { name, count: more.length + 2, first });
	}
}

/** True where the faces of some node are not all beside each other. */
function hasRepeats(ofFaces: Elements['nodes'], nodes: number): boolean {
	const seen = new Uint8Array(nodes);
	let node = -1;
	for (const each of ofFaces) {
		if (each === node) continue;
		if (seen[each] === 1) return true;
		seen[each] = 1;
		node = each;
	}
	return false;
}
