import type { Report } from '../../../src/findings/report.ts';
import { FLOAT, type GltfDocument, meshoptOf } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';

/**
 * Compares the least and greatest values that a document declares for its accessors with those that are there. Where they differ the
 * document was altered after it was made, or made badly; some tools round them all, so there is one finding for all. What is
 * not declared is not compared, nor is compressed data: compression moves points a little.
 */
export class DeclaredBounds {
	readonly #document: GltfDocument;
	#differing = 0;
	#first: { readonly pointer: string; readonly problem: string } | undefined;

	constructor(document: GltfDocument) {
		this.#document = document;
	}

	/** True where there are bounds that can be compared. */
	isDeclared(index: number): boolean {
		const { bufferView, min, max } = (this.#document.accessors ?? [])[index];
		if (bufferView === undefined || (min === undefined && max === undefined)) return false;
		return meshoptOf((this.#document.bufferViews ?? [])[bufferView]) === undefined;
	}

	compare(index: number, found: { readonly min: readonly number[]; readonly max: readonly number[] }): void {
		if (!this.isDeclared(index)) return;
		const { min, max, componentType } = (this.#document.accessors ?? [])[index];
		const problem =
			difference('min', min, found.min, componentType) ?? difference('max', max, found.max, componentType);
		if (problem === undefined) return;
		this.#differing++;
		this.#first ??= { pointer: `/accessors/${index}`, problem };
	}

	report(report: Report): void {
		if (this.#first === undefined) return;
		const { pointer, problem } = this.#first;
		const others = this.#differing - 1;
		const rest = others === 0 ? '' : ` (and so do ${others} more accessors)`;
		report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer }, { problem: problem + rest });
	}
}

function difference(name: string, declared: unknown, actual: readonly number[], type: number): string | undefined {
	if (!Array.isArray(declared) || declared.length !== actual.length || !declared.every(Number.isFinite))
		return undefined;
	const stored = type === FLOAT ? Math.fround : Number;
	if (declared.every((value, i) => stored(value) === stored(actual[i]))) return undefined;
	return `declares ${name} [${declared.join(', ')}], but its values have [${actual.join(', ')}]`;
}

/** Least and greatest of some numbers. */
export function boundsOf(values: ArrayLike<number>): { min: number[]; max: number[] } {
	let least = Number.POSITIVE_INFINITY;
	let most = Number.NEGATIVE_INFINITY;
	for (let i = 0; i < values.length; i++) {
		const value = values[i];
		if (value < least) least = value;
		if (value > most) most = value;
	}
	return { min: [least], max: [most] };
}
