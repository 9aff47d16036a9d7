import type { Report } from '../../src/findings/report.ts';
import { type Cursor, shorten } from './cursor.ts';
import { OBJ_FINDINGS } from './findings.ts';

/** Doubles that come in by threes. Untouched pages of a larger array cost nothing, so it doubles. */
export class GrowingTriples {
	length = 0;
	#values: Float64Array = new Float64Array(768);

	push(x: number, y: number, z: number): void {
		const at = this.length;
		if (at === this.#values.length) this.#values = doubled(this.#values, new Float64Array(at * 2));
		this.#values[at] = x;
		this.#values[at + 1] = y;
		this.#values[at + 2] = z;
		this.length = at + 3;
	}

	/** What came in, not copied. */
	view(): Float64Array {
		return this.#values.subarray(0, this.length);
	}
}

/** Whole numbers below 2³². */
export class GrowingIntegers {
	length = 0;
	#values: Uint32Array = new Uint32Array(256);

	push(value: number): void {
		const at = this.length;
		if (at === this.#values.length) this.#values = doubled(this.#values, new Uint32Array(at * 2));
		this.#values[at] = value;
		this.length = at + 1;
	}

	/** What came in, not copied. */
	view(): Uint32Array {
		return this.#values.subarray(0, this.length);
	}
}

function doubled<T extends Float64Array | Uint32Array>(from: T, to: T): T {
	to.set(from);
	return to;
}

/** Position, weight or colour, alpha: more numbers than these mean nothing. */
const MOST_NUMBERS = 7;

/** A number and then an exponent without its mark: what some programs write for 310 other programs read as 3.1. */
const ODD_EXPONENT = /^([+-]?(?:\d+\.?\d*|\.\d+))[+-][eE]\d+$/;

/** The vertices of a file. A vertex that could not be read keeps its number; its position is NaN. */
export class VertexList {
	readonly positions: GrowingTriples = new GrowingTriples();
	/** How many vertices there are. */
	count = 0;
	/** True when some vertex could not be read. */
	faulty = false;
	readonly #largest: number;
	readonly #report: Report;
	readonly #numbers = new Float64Array(MOST_NUMBERS);
	#colours: GrowingTriples | undefined;
	#highestColour = 0;
	#weights = 0;
	#firstWeightLine = 0;

	constructor(largest: number, report: Report) {
		this.#largest = largest;
		this.#report = report;
	}

	/** Reads the numbers of a `v` statement. */
	read(cursor: Cursor): void {
		const numbers = this.#numbers;
		const { line } = cursor;
		let count = 0;
		let sound = true;
		while (cursor.more()) {
			let value = cursor.number();
			if (!(value <= this.#largest && value >= -this.#largest)) {
				value = this.#unusual(value, cursor);
				if (Number.isNaN(value)) sound = false;
			}
			if (count < MOST_NUMBERS) numbers[count] = value;
			count++;
		}
		if (count < 3) {
			this.#report.add(OBJ_FINDINGS.OBJ_VERTEX_INCOMPLETE, { line }, { numbers: count });
			sound = false;
		}
		if (sound) this.positions.push(numbers[0], numbers[1], numbers[2]);
		else {
			this.faulty = true;
			this.positions.push(Number.NaN, Number.NaN, Number.NaN);
		}
		this.count++;
		if (count > 3) this.#further(count, line);
		else this.#colours?.push(1, 1, 1);
	}

	/** Says what can only be said at the end. */
	finish(): void {
		if (this.#weights > 0) {
			this.#report.add(OBJ_FINDINGS.OBJ_WEIGHT_IGNORED, { line: this.#firstWeightLine }, { count: this.#weights });
		}
	}

	/** 3 a vertex, 0 to 1; files hold them as 0 to 255 too. Undefined when no vertex has a colour. */
	colours(): Float32Array | undefined {
		const values = this.#colours?.view();
		const full = this.#highestColour > 1 ? 255 : 1;
		return values === undefined ? undefined : Float32Array.from(values, (value) => value / full);
	}

	/** The number that a word stands for after all; NaN, with a finding, when it is none. */
	#unusual(value: number, cursor: Cursor): number {
		const { line } = cursor;
		if (!Number.isNaN(value)) {
			this.#report.add(OBJ_FINDINGS.OBJ_NUMBER_TOO_LARGE, { line }, { text: shorten(cursor.word()) });
			return Number.NaN;
		}
		const text = cursor.word();
		const odd = ODD_EXPONENT.exec(text);
		const prefix = odd === null ? Number.NaN : Number(odd[1]);
		if (Math.abs(prefix) <= this.#largest) {
			this.#report.add(OBJ_FINDINGS.OBJ_NUMBER_ODD, { line }, { text: shorten(text), value: prefix });
			return prefix;
		}
		this.#report.add(OBJ_FINDINGS.OBJ_NUMBER_INVALID, { line }, { text: shorten(text) });
		return Number.NaN;
	}

	/** A weight (`x y z w`), a colour (`x y z r g b`, with or without alpha), or something else. */
	#further(count: number, line: number): void {
		const numbers = this.#numbers;
		if (count === 6 || count === 7) {
			this.#colours ??= white(this.count - 1);
			this.#colours.push(numbers[3], numbers[4], numbers[5]);
			this.#highestColour = Math.max(this.#highestColour, numbers[3], numbers[4], numbers[5]);
			return;
		}
		this.#colours?.push(1, 1, 1);
		if (count > 4) this.#report.add(OBJ_FINDINGS.OBJ_VERTEX_TOO_LONG, { line }, { numbers: count });
		else if (numbers[3] !== 1 && this.#weights++ === 0) this.#firstWeightLine = line;
	}
}

function white(count: number): GrowingTriples {
	const colours = new GrowingTriples();
	for (let vertex = 0; vertex < count; vertex++) colours.push(1, 1, 1);
	return colours;
}
