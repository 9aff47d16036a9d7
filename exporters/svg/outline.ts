import { perimeterEdges } from '../../src/derive/index.ts';
import { edgeEnd } from '../../src/geometry/adjacency.ts';
import type { SurfaceTable } from '../../src/surfaces/index.ts';
import { NONE, transitionEdges, type Walkmesh } from '../../src/walkmesh/index.ts';
import { PathData } from './path-data.ts';
import type { PlanPlaces } from './plan-places.ts';
import { planTurn } from './region.ts';

/** The open edges of the walkable faces that lead nowhere, as the data of one path. */
export function perimeterPath(mesh: Walkmesh, table: SurfaceTable, plan: PlanPlaces): string {
	const { edges, ends } = perimeterEdges(mesh, table);
	const path = new PathData(plan);
	let start = 0;
	for (const end of ends) {
		const loop = edges.subarray(start, end);
		start = end;
		const firstGap = loop.findIndex((edge) => mesh.transitions[edge] !== NONE);
		if (firstGap < 0) {
			path.loop(Uint32Array.from(loop, (edge) => plan.places[mesh.faces[edge]]));
			continue;
		}
		let line: number[] = [];
		for (let i = 1; i <= loop.length; i++) {
			const edge = loop[(firstGap + i) % loop.length];
			if (mesh.transitions[edge] !== NONE) {
				path.line(line);
				line = [];
				continue;
			}
			if (line.length === 0) line.push(plan.places[mesh.faces[edge]]);
			line.push(plan.places[mesh.faces[edgeEnd(edge)]]);
		}
	}
	return path.toString();
}

/** Every side of every face, each once, as the data of one path. */
export function faceOutlines(mesh: Walkmesh, plan: PlanPlaces): string {
	const keys = new Float64Array(mesh.faces.length);
	for (let edge = 0; edge < keys.length; edge++) {
		const a = plan.places[mesh.faces[edge]];
		const b = plan.places[mesh.faces[edgeEnd(edge)]];
		keys[edge] = Math.min(a, b) * plan.count + Math.max(a, b);
	}
	keys.sort();
	const path = new PathData(plan);
	for (let i = 0; i < keys.length; i++) {
		if (i === 0 || keys[i] !== keys[i - 1]) path.line([Math.floor(keys[i] / plan.count), keys[i] % plan.count]);
	}
	return path.toString();
}

/** Transition edges in one line that lead to one room. */
export interface Passage {
	/** Index into the LYT of the room behind it. */
	readonly to: number;
	readonly edges: number;
	/** Places along it, the room it belongs to on the left as seen in area space. */
	readonly places: readonly number[];
}

/** All transitions, those gathered that follow each other. */
export function passagesOf(mesh: Walkmesh, plan: PlanPlaces): Passage[] {
	return transitionEdges(mesh).flatMap(([to, edges]) =>
		chains(edges.map((edge) => directed(mesh, edge, plan))).map((places) => ({
			to,
			edges: places.length - 1,
			places,
		})),
	);
}

/** From where to where an edge runs, seen from above: backwards on a face that looks down. */
function directed({ positions, faces }: Walkmesh, edge: number, { places }: PlanPlaces): [number, number] {
	const face = edge - (edge % 3);
	const turn = planTurn(positions, faces[face], faces[face + 1], faces[face + 2]);
	const [from, to] = [places[faces[edge]], places[faces[edgeEnd(edge)]]];
	return turn < 0 ? [to, from] : [from, to];
}

function chains(edges: readonly (readonly [from: number, to: number])[]): number[][] {
	const next = new Map<number, number[]>();
	const arrivals = new Map<number, number>();
	for (const [from, to] of edges) {
		const known = next.get(from);
		if (known === undefined) next.set(from, [to]);
		else known.push(to);
		arrivals.set(to, (arrivals.get(to) ?? 0) + 1);
	}
	const result: number[][] = [];
	const follow = (start: number): void => {
		while ((next.get(start)?.length ?? 0) > 0) {
			const chain = [start];
			for (let at = next.get(start)?.shift(); at !== undefined; at = next.get(at)?.shift()) chain.push(at);
			result.push(chain);
		}
	};
	// Lines that begin somewhere first; what is left runs in circles.
	for (const [from] of edges) if (!arrivals.has(from)) follow(from);
	for (const [from] of edges) follow(from);
	return result;
}
