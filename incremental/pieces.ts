import type { Recall } from '../src/walkmesh/recall.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { decode, encode } from './encoding.ts';
import { hashBytes } from './hashes.ts';

/** The packs that a walkmesh is from, the first of which is that of its room; undefined for one that is not as it is there. */
export type PacksOf = (mesh: Walkmesh) => readonly string[] | undefined;

/** Gives a step what earlier builds made of the same walkmeshes. */
export type RecallOf = (packsOf: PacksOf) => Recall;

/** Where pieces are kept by name. */
export interface PieceStore {
	get(name: string): Uint8Array | undefined;
	add(name: string, bytes: Uint8Array): void;
}

/**
 * What steps over a whole level made of each of its rooms, kept by the hashes of the packs that the room was in: after a change of one room the others
 * are not drawn and looked at again. A step makes the same without it.
 *
 * @param hashOf of packs as they are now
 * @param shared everything else that all of it depends on
 */
export function recallFrom(
	store: PieceStore,
	hashOf: (pack: string) => string | undefined,
	shared: readonly unknown[],
): RecallOf {
	return (packsOf) =>
		(meshes, { kind, of, isSound, make }) => {
			const packs = meshes.map(packsOf);
			const [own] = packs;
			const hashes = packs.flatMap((each) => each?.map(hashOf) ?? [undefined]);
			if (own === undefined || hashes.includes(undefined)) return make();
			const key = hashBytes(new TextEncoder().encode(JSON.stringify([shared, hashes, of])));
			const name = `${own[0]} ${kind}`;
			const kept = entryOf(store.get(name));
			if (kept !== undefined && kept.key === key && isSound(kept.value)) return kept.value;
			const value = make();
			store.add(name, encode({ key, value } satisfies Entry));
			return value;
		};
}

/** The pack of the room that something is kept of, by its name in the log. */
export function packOfPiece(name: string): string {
	return name.slice(0, Math.max(0, name.lastIndexOf(' ')));
}

interface Entry {
	readonly key: string;
	readonly value: unknown;
}

function entryOf(bytes: Uint8Array | undefined): Partial<Entry> | undefined {
	if (bytes === undefined) return undefined;
	try {
		return (decode(bytes) ?? undefined) as Partial<Entry> | undefined;
	} catch {
		return undefined;
	}
}

/** What tells which packs the walkmeshes of a level are from: transitions count only where packs of linked rooms are named. */
export class MeshPacks {
	readonly #known = new Map<Uint32Array, { readonly mesh: Walkmesh; readonly packs: readonly string[] }>();
	readonly #withLinks: boolean;

	/** @param withLinks true where the packs say what a room is linked with */
	constructor(withLinks: boolean) {
		this.#withLinks = withLinks;
	}

	add(mesh: Walkmesh, packs: readonly string[]): void {
		this.#known.set(mesh.faces, { mesh, packs });
	}

	/** By the arrays, which are the same ones as long as nothing in them is changed. */
	readonly of: PacksOf = ({ faces, positions, surfaces, transitions, name }) => {
		const { mesh, packs } = this.#known.get(faces) ?? {};
		const isSame = mesh?.positions === positions && mesh.surfaces === surfaces && mesh.name === name;
		return isSame && (!this.#withLinks || mesh.transitions === transitions) ? packs : undefined;
	};
}
