import type { Recall } from '../src/walkmesh/recall.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { decode, encode } from './encoding.ts';
import { hashBytes } from './hashes.ts';

/** The packs that a walkmesh was made from, first that of its room; undefined for a walkmesh that was changed since. */
export type PacksOf = (mesh: Walkmesh) => readonly string[] | undefined;

/** Gives a step access to pieces that earlier builds made of the same walkmeshes. */
export type RecallOf = (packsOf: PacksOf) => Recall;

/** Where pieces are kept by name. */
export interface PieceStore {
	get(name: string): Uint8Array | undefined;
	add(name: string, bytes: Uint8Array): void;
}

/** What pieces depend on, as it is sent to a thread that makes some. */
export interface PieceKeys {
	/** The current hashes of packs. */
	readonly hashes: ReadonlyMap<string, string>;
	/** Everything else. */
	readonly shared: readonly unknown[];
}

/**
 * Stores what steps over a whole level made of each room, by the hashes of the room's packs, so that after a change of one room the others are not
 * drawn and checked again. It only saves time: a step gives the same result without it.
 *
 * @param hashOf gives the current hash of a pack
 * @param shared everything else that the pieces depend on
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

/** The pack of the room that a piece belongs to, from the name of the piece. */
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

/** Finds the packs that walkmeshes of a level were made from. Changed transitions only matter if the packs include those of linked rooms. */
export class MeshPacks {
	readonly #known = new Map<Uint32Array, { readonly mesh: Walkmesh; readonly packs: readonly string[] }>();
	readonly #withLinks: boolean;

	/** @param withLinks true when the packs include the links of a room */
	constructor(withLinks: boolean) {
		this.#withLinks = withLinks;
	}

	add(mesh: Walkmesh, packs: readonly string[]): void {
		this.#known.set(mesh.faces, { mesh, packs });
	}

	/** Compares arrays by identity: they are the same objects as long as nothing in them changed. */
	readonly of: PacksOf = ({ faces, positions, surfaces, transitions, name }) => {
		const { mesh, packs } = this.#known.get(faces) ?? {};
		const isSame = mesh?.positions === positions && mesh.surfaces === surfaces && mesh.name === name;
		return isSame && (!this.#withLinks || mesh.transitions === transitions) ? packs : undefined;
	};
}
