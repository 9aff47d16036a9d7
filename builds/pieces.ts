import type { Recall } from '../src/model/recall.ts';
import type { Walkmesh } from '../src/model/walkmesh.ts';
import { decode, encode } from './encoding.ts';
import { hashBytes } from './hashes.ts';

/** Where a walkmesh of a level comes from. */
export interface MeshSource {
	/** The packs that it was made from, first that of its room. */
	readonly packs: readonly string[];
	/** The names of its room and of those it is linked with, with their indices. */
	readonly rooms: readonly string[];
}

/** Gives a step access to pieces that earlier builds made of the same walkmeshes. @param sources undefined for a walkmesh without pieces */
export type RecallOf = (sources: ReadonlyMap<Walkmesh, MeshSource>) => Recall;

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
	const common = hashBytes(JSON.stringify(shared));
	return (sources) => {
		// Pieces whose last part was not asked for yet.
		const open = new Map<Walkmesh, Piece>();
		const keys = new OptionKeys();
		return (mesh, { kind, part = WHOLE, of, isSound, make }) => {
			const source = sources.get(mesh);
			if (source === undefined) return make();
			const piece = open.get(mesh) ?? pieceOf(source, kind);
			if (piece === undefined) return make();
			if (part.isLast) open.delete(mesh);
			else open.set(mesh, piece);
			const key = keys.of(of);
			const kept = piece.parts[part.name];
			if (kept?.key === key && isSound(kept.value)) {
				if (part.isLast && piece.isChanged) keep(piece);
				return kept.value;
			}
			const value = make();
			piece.parts[part.name] = { key, value };
			piece.isChanged = true;
			if (part.isLast) keep(piece);
			return value;
		};
	};

	function pieceOf({ packs, rooms }: MeshSource, kind: string): Piece | undefined {
		const hashes = packs.map(hashOf);
		if (hashes.includes(undefined)) return undefined;
		const key = hashBytes(JSON.stringify([common, hashes, rooms]));
		const name = `${packs[0]} ${kind}`;
		const kept = entryOf(store.get(name));
		const isKept = kept?.key === key && typeof kept.parts === 'object' && kept.parts !== null;
		return { name, key, parts: isKept ? { ...kept.parts } : {}, isChanged: false };
	}

	function keep({ name, key, parts }: Piece): void {
		store.add(name, encode({ key, parts } satisfies Entry));
	}
}

const WHOLE = { name: 'whole', isLast: true };

/** The pack of the room that a piece belongs to, from the name of the piece. */
export function packOfPiece(name: string): string {
	return name.slice(0, Math.max(0, name.lastIndexOf(' ')));
}

/** What is stored of a piece. */
interface Entry {
	readonly key: string;
	readonly parts: Readonly<Record<string, { readonly key: string; readonly value: unknown }>>;
}

interface Piece extends Entry {
	readonly name: string;
	readonly parts: Record<string, { readonly key: string; readonly value: unknown }>;
	isChanged: boolean;
}

function entryOf(bytes: Uint8Array | undefined): Partial<Entry> | undefined {
	if (bytes === undefined) return undefined;
	try {
		return (decode(bytes) ?? undefined) as Partial<Entry> | undefined;
	} catch {
		return undefined;
	}
}

/** A string longer than this is replaced by its hash. */
const LONG = 64;

/** The options that a piece depends on, as short texts. Long strings among them, such as the colours of a picture, are the same for all rooms. */
class OptionKeys {
	readonly #hashes = new Map<string, string>();

	of(options: readonly unknown[]): string {
		return JSON.stringify(
			options.map((each) => (typeof each === 'string' && each.length > LONG ? this.#hash(each) : each)),
		);
	}

	#hash(text: string): string {
		const known = this.#hashes.get(text) ?? hashBytes(text);
		this.#hashes.set(text, known);
		return known;
	}
}
