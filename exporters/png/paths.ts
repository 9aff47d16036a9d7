/** SVG paths as lines. */

/** `x' = a x + c y + e`, `y' = b x + d y + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First the second one, then the first. */
export function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
	return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** How much longer lines get, on average. */
export function scaleOf([a, b, c, d]: Matrix): number {
	return Math.sqrt(Math.abs(a * d - b * c));
}

/** The matrix of a `transform`: any of translate, rotate, scale and matrix, one after the other. */
export function parseTransform(text: string): Matrix {
	let matrix = IDENTITY;
	for (const [, name, list] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
		const values = (list.match(NUMBER) ?? []).map(Number);
		matrix = multiply(matrix, matrixOf(name, values));
	}
	return matrix;
}

function matrixOf(name: string, values: readonly number[]): Matrix {
	if (name === 'translate') return [1, 0, 0, 1, values[0], values[1] ?? 0];
	if (name === 'scale') return [values[0], 0, 0, values[1] ?? values[0], 0, 0];
	if (name === 'matrix') return values as unknown as Matrix;
	const turn = (values[0] * Math.PI) / 180;
	return [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0];
}

/** Points in turn, and whether the last joins the first. */
export interface Line {
	readonly points: number[];
	closed: boolean;
}

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g;
const COMMANDS = /([MmLlHhVvQqTtAaZz])([^MmLlHhVvQqTtAaZz]*)/g;

/** Lines that a quadratic curve, or a half circle, is made of. */
const CURVE = 6;

/** The lines of path data, transformed. */
export function linesOfPath(data: string, matrix: Matrix): Line[] {
	const pen = new Pen(matrix);
	for (const [, command, rest] of data.matchAll(COMMANDS)) {
		const values = (rest.match(NUMBER) ?? []).map(Number);
		const isRelative = command >= 'a';
		const kind = command.toUpperCase();
		const count = VALUES[kind];
		if (count === 0) pen.close();
		for (let i = 0; count > 0 && i + count <= values.length; i += count) {
			const own = values.slice(i, i + count);
			// What follows a move without a command of its own is a line.
			pen.follow(kind === 'M' && i > 0 ? 'L' : kind, own, isRelative);
		}
	}
	return pen.lines;
}

/** Numbers of each command. */
const VALUES: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, Q: 4, T: 2, A: 7, Z: 0 };

class Pen {
	readonly lines: Line[] = [];
	readonly #matrix: Matrix;
	#x = 0;
	#y = 0;
	#startX = 0;
	#startY = 0;
	/** Control point of the curve before. */
	#controlX = 0;
	#controlY = 0;

	constructor(matrix: Matrix) {
		this.#matrix = matrix;
	}

	follow(kind: string, values: readonly number[], isRelative: boolean): void {
		const [ox, oy] = isRelative ? [this.#x, this.#y] : [0, 0];
		const [first, second] = values;
		if (kind === 'M') {
			[this.#startX, this.#startY] = [ox + first, oy + second];
			this.lines.push({ points: [], closed: false });
			this.#to(this.#startX, this.#startY);
		} else if (kind === 'L') this.#to(ox + first, oy + second);
		else if (kind === 'H') this.#to(ox + first, this.#y);
		else if (kind === 'V') this.#to(this.#x, oy + first);
		else if (kind === 'Q') this.#curve(ox + first, oy + second, ox + values[2], oy + values[3]);
		else if (kind === 'T')
			this.#curve(2 * this.#x - this.#controlX, 2 * this.#y - this.#controlY, ox + first, oy + second);
		else this.#arc(first, values[4] === 1, ox + values[5], oy + values[6]);
	}

	close(): void {
		const line = this.lines[this.lines.length - 1];
		if (line !== undefined) line.closed = true;
		[this.#x, this.#y] = [this.#startX, this.#startY];
	}

	#to(x: number, y: number): void {
		[this.#x, this.#y, this.#controlX, this.#controlY] = [x, y, x, y];
		let line = this.lines[this.lines.length - 1];
		if (line === undefined || line.closed) {
			line = { points: [], closed: false };
			this.lines.push(line);
			if (x !== this.#startX || y !== this.#startY) this.#add(line, this.#startX, this.#startY);
		}
		this.#add(line, x, y);
	}

	#add({ points }: Line, x: number, y: number): void {
		const [a, b, c, d, e, f] = this.#matrix;
		points.push(a * x + c * y + e, b * x + d * y + f);
	}

	#curve(cx: number, cy: number, x: number, y: number): void {
		const [fromX, fromY] = [this.#x, this.#y];
		for (let i = 1; i <= CURVE; i++) {
			const t = i / CURVE;
			const [p, q, r] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
			this.#to(p * fromX + q * cx + r * x, p * fromY + q * cy + r * y);
		}
		[this.#controlX, this.#controlY] = [cx, cy];
	}

	/** An arc of a circle, the shorter one or half of it. */
	#arc(radius: number, isClockwise: boolean, x: number, y: number): void {
		const [fromX, fromY] = [this.#x, this.#y];
		const [dx, dy] = [(x - fromX) / 2, (y - fromY) / 2];
		const half = Math.hypot(dx, dy);
		const r = Math.max(radius, half);
		const rise = (Math.sqrt(Math.max(0, r * r - half * half)) / (half || 1)) * (isClockwise ? 1 : -1);
		const [cx, cy] = [fromX + dx - dy * rise, fromY + dy + dx * rise];
		const start = Math.atan2(fromY - cy, fromX - cx);
		let sweep = Math.atan2(y - cy, x - cx) - start;
		if (isClockwise && sweep < 0) sweep += 2 * Math.PI;
		if (!isClockwise && sweep > 0) sweep -= 2 * Math.PI;
		for (let i = 1; i <= CURVE; i++) {
			const angle = start + (sweep * i) / CURVE;
			this.#to(cx + r * Math.cos(angle), cy + r * Math.sin(angle));
		}
	}
}
