import { edgeEnd } from '../geometry/adjacency.ts';
import { type Vec3, vec3At } from '../geometry/vec3.ts';
import type { Side } from './pairing.ts';
import { type ChangedLink, Collected, type DiffList } from './result.ts';

/** Links on one edge, on both sides. */
interface EdgeLinks {
	readonly ends: readonly [Vec3, Vec3];
	readonly a: number[];
	readonly b: number[];
}

/**
 * Links that differ. An edge is known by the places of its ends, whichever face has it and whichever way it runs; where several
 * linked edges lie in one place, their rooms are compared as a set.
 *
 * @param positions 3 floats a place; both sides number places alike, so what moved counts as the same
 */
export function compareLinks(positions: Float32Array, a: Side, b: Side, keep: number): DiffList<ChangedLink> {
	const edges = new Map<number, EdgeLinks>();
	const places = positions.length / 3;
	for (const [side, name] of [
		[a, 'a'],
		[b, 'b'],
	] as const) {
		const { transitions } = side.mesh;
		for (let edge = 0; edge < transitions.length; edge++) {
			if (transitions[edge] < 0) continue;
			const p = side.corners[edge];
			const q = side.corners[edgeEnd(edge)];
			const key = Math.min(p, q) * places + Math.max(p, q);
			let links = edges.get(key);
			if (links === undefined) {
				links = { ends: [vec3At(positions, p), vec3At(positions, q)], a: [], b: [] };
				edges.set(key, links);
			}
			links[name].push(transitions[edge]);
		}
	}
	const changed = new Collected<ChangedLink>(keep);
	for (const { ends, a: before, b: after } of edges.values()) {
		const lost = without(before, after);
		const gained = without(after, before);
		for (let i = 0; i < Math.max(lost.length, gained.length); i++) {
			changed.add(() => ({ from: lost[i] ?? -1, to: gained[i] ?? -1, ends }));
		}
	}
	return changed.list();
}

/** What is left of a list when the entries of another are taken away, each once; in ascending order. */
function without(list: readonly number[], others: readonly number[]): number[] {
	const left = [...list].sort((x, y) => x - y);
	const taken = [...others].sort((x, y) => x - y);
	let at = 0;
	return left.filter((room) => {
		while (at < taken.length && taken[at] < room) at++;
		if (taken[at] !== room || at >= taken.length) return true;
		at++;
		return false;
	});
}
