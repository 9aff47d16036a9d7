import { GrowingIntegers } from './growing.ts';
import type { Elements } from './model.ts';

/** Gathers lists of vertices: the faces, polylines or points of a file. */
export class ElementList {
	readonly vertices: GrowingIntegers = new GrowingIntegers();
	readonly sizes: GrowingIntegers = new GrowingIntegers();
	readonly lines: GrowingIntegers = new GrowingIntegers();
	readonly nodes: GrowingIntegers = new GrowingIntegers();

	/** Ends an element whose vertices were pushed. */
	end(size: number, line: number, node: number): void {
		this.sizes.push(size);
		this.lines.push(line);
		this.nodes.push(node);
	}

	view(): Elements {
		return {
			vertices: this.vertices.view(),
			sizes: this.sizes.view(),
			lines: this.lines.view(),
			nodes: this.nodes.view(),
		};
	}
}

/**
 * Takes elements out of lists in place.
 *
 * @param arrays one value an element each
 * @returns how many vertices and elements are left
 */
export function keepElements(
	vertices: Uint32Array,
	sizes: Uint32Array,
	arrays: readonly Uint32Array[],
	keep: (element: number, firstVertex: number, size: number) => boolean,
): { vertices: number; elements: number } {
	let from = 0;
	let to = 0;
	let kept = 0;
	for (let element = 0; element < sizes.length; element++) {
		const size = sizes[element];
		if (keep(element, from, size)) {
			vertices.copyWithin(to, from, from + size);
			sizes[kept] = size;
			for (const array of arrays) array[kept] = array[element];
			to += size;
			kept++;
		}
		from += size;
	}
	return { vertices: to, elements: kept };
}
