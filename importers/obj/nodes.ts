/** A named thing of the file: an object (`o`), a group (`g`), or what came before any of them. */
export interface ObjNode {
	readonly name: string;
	/** The object that a group lies in, −1 for others. */
	readonly parent: number;
	/** Where it was first named; 0 for what nothing named. */
	readonly line: number;
}

/**
 * The objects and groups of a file. A group lies in the object that was named before it, and a new object ends the group.
 * A name that comes again is the same node again. `g` without a name goes back to the object.
 */
export class NodeTable {
	readonly list: ObjNode[] = [];
	/** The node that faces belong to now; −1 until something needs one or names one. */
	current = -1;
	#object = -1;
	readonly #byKey = new Map<string, number>();
	readonly #defaultName: string;

	/** @param defaultName what faces belong to that come before any name */
	constructor(defaultName: string) {
		this.#defaultName = defaultName;
	}

	object(name: string, line: number): void {
		this.#object = name === '' ? this.#unnamed() : this.#node(-1, name, line);
		this.current = this.#object;
	}

	group(name: string, line: number): void {
		this.current = name === '' ? this.#object : this.#node(this.#object, name, line);
	}

	/** The node that an element belongs to. */
	forElement(): number {
		if (this.current < 0) this.current = this.#unnamed();
		return this.current;
	}

	#unnamed(): number {
		const key = '';
		let index = this.#byKey.get(key);
		if (index === undefined) {
			index = this.list.push({ name: this.#defaultName, parent: -1, line: 0 }) - 1;
			this.#byKey.set(key, index);
		}
		return index;
	}

	#node(parent: number, name: string, line: number): number {
		const key = `${parent} ${name}`;
		let index = this.#byKey.get(key);
		if (index === undefined) {
			index = this.list.push({ name, parent, line }) - 1;
			this.#byKey.set(key, index);
		}
		return index;
	}
}
