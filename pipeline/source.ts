/** Bytes to be read, wherever they come from. */
export interface InputSource {
	/** Name without folder and extension: what a room or model is called after. */
	readonly name: string;
	/** Name with its extension, which helps to tell the format. */
	readonly fileName: string;
	/** Where it lies, as the user named it; undefined for standard input and memory. */
	readonly path?: string;
	/** The first bytes, enough to tell the format. */
	readonly head: Uint8Array;
	bytes(): Promise<Uint8Array>;
	/** The same bytes in pieces, for formats that need not have them all at once. */
	chunks(): AsyncIterable<Uint8Array>;
	/** Reads a file beside the source; rejects when it is not there or lies outside the source's folder. */
	readonly sibling?: (name: string) => Promise<Uint8Array>;
}

/** Finds the file of a room. */
export interface RoomFiles {
	/** What a finding says of a room without one. */
	readonly looked: string;
	find(room: string): Promise<InputSource | undefined>;
}
