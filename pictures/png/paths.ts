/** SVG as the pictures of wokflow have it: paths as lines, outlines of lines that have a width, and markup. */

/** `x' = a x + c y + e`, `y' = b x + d y + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The product of two matrices: applies the second one first. */
export function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
	return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** The average factor by which a matrix scales lengths. */
export function scaleOf([a, b, c, d]: Matrix): number {
	return Math.sqrt(Math.abs(a * d - b * c));
}

/** The matrix of a `transform` attribute: a list of translate, rotate, scale and matrix. */
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

/** A polyline, and whether it is closed. */
export interface Line {
	readonly points: number[];
	closed: boolean;
}

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g;
const COMMANDS = /([MmLlHhVvQqTtAaZz])([^MmLlHhVvQqTtAaZz]*)/g;

/** Number of straight lines for a quadratic curve or a half circle. */
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
			// Further coordinates after those of a move are lines.
			pen.follow(kind === 'M' && i > 0 ? 'L' : kind, own, isRelative);
		}
	}
	return pen.lines;
}

/** Number of values for each command. */
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

/** Outlines of lines that have a width. */

export interface Stroke {
	/** Pixels. */
	readonly width: number;
	readonly join: 'miter' | 'round';
	readonly cap: 'butt' | 'round';
	/** Lengths in pixels that are drawn and left out alternately. */
	readonly dashes?: readonly number[];
}

/** A mitre that is longer than this many widths is cut off. */
const MITRE_LIMIT = 4;

/** Most dashes of a stroke: very short dashes must not fill the memory. */
const MOST_DASHES = 20_000;

/** Polygons that together cover the strokes, all with the same winding. */
export function strokeLines(lines: readonly Line[], stroke: Stroke): number[][] {
	const polygons: number[][] = [];
	const half = stroke.width / 2;
	const drawn = stroke.dashes === undefined ? lines : lines.flatMap((line) => dashed(line, stroke.dashes as number[]));
	for (const line of drawn) strokeLine(withoutRepeats(line), half, stroke, polygons);
	return polygons;
}

function strokeLine({ points, closed }: Line, half: number, { join, cap }: Stroke, polygons: number[][]): void {
	const count = points.length / 2;
	if (count === 1 && cap === 'round') disc(points[0], points[1], half, polygons);
	const sides = closed ? count : count - 1;
	for (let i = 0; i < sides; i++) {
		const [ax, ay] = [points[i * 2], points[i * 2 + 1]];
		const j = (i + 1) % count;
		const [bx, by] = [points[j * 2], points[j * 2 + 1]];
		const length = Math.hypot(bx - ax, by - ay);
		const [nx, ny] = [(-(by - ay) / length) * half, ((bx - ax) / length) * half];
		push([ax + nx, ay + ny, bx + nx, by + ny, bx - nx, by - ny, ax - nx, ay - ny], polygons);
	}
	for (let i = 0; i < count; i++) {
		const isEnd = !closed && (i === 0 || i === count - 1);
		const [x, y] = [points[i * 2], points[i * 2 + 1]];
		if (isEnd) {
			if (cap === 'round' && count > 1) disc(x, y, half, polygons);
		} else if (join === 'round') {
			// Joins of thin lines are invisible.
			if (half > 0.4) disc(x, y, half, polygons);
		} else mitre(points, i, half, polygons);
	}
}

function mitre(points: readonly number[], i: number, half: number, polygons: number[][]): void {
	const count = points.length / 2;
	const [before, after] = [(i + count - 1) % count, (i + 1) % count];
	const [x, y] = [points[i * 2], points[i * 2 + 1]];
	const direction = (from: number, to: number): [number, number] => {
		const [dx, dy] = [points[to * 2] - points[from * 2], points[to * 2 + 1] - points[from * 2 + 1]];
		const length = Math.hypot(dx, dy);
		return [dx / length, dy / length];
	};
	const [ax, ay] = direction(before, i);
	const [bx, by] = direction(i, after);
	const turn = ax * by - ay * bx;
	if (turn === 0) return;
	const side = turn > 0 ? -half : half;
	const [px, py] = [x - ay * side, y + ax * side];
	const [qx, qy] = [x - by * side, y + bx * side];
	// Cosine of half the angle between both lines: its inverse is the distance of the mitre's tip, in half widths.
	const cosine = Math.sqrt(Math.max(0, (1 + ax * bx + ay * by) / 2));
	if (cosine * MITRE_LIMIT < 1) {
		push([x, y, px, py, qx, qy], polygons);
		return;
	}
	const [mx, my] = [(px + qx) / 2 - x, (py + qy) / 2 - y];
	const reach = 1 / (cosine * cosine);
	push([x, y, px, py, x + mx * reach, y + my * reach, qx, qy], polygons);
}

/** A circle. */
export function disc(x: number, y: number, radius: number, polygons: number[][]): void {
	const count = Math.min(64, Math.max(8, Math.ceil(Math.PI * Math.sqrt(radius * 2.5))));
	const circle: number[] = [];
	for (let i = 0; i < count; i++) {
		const angle = (i * 2 * Math.PI) / count;
		circle.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
	}
	push(circle, polygons);
}

/** Adds a polygon with the same winding as all others, since overlaps would become holes otherwise. */
function push(polygon: number[], polygons: number[][]): void {
	let area = 0;
	for (let i = 0; i < polygon.length; i += 2) {
		const j = i + 2 < polygon.length ? i + 2 : 0;
		area += polygon[i] * polygon[j + 1] - polygon[j] * polygon[i + 1];
	}
	if (area >= 0) polygons.push(polygon);
	else {
		const turned: number[] = [];
		for (let i = polygon.length - 2; i >= 0; i -= 2) turned.push(polygon[i], polygon[i + 1]);
		polygons.push(turned);
	}
}

function withoutRepeats({ points, closed }: Line): Line {
	const kept: number[] = [];
	for (let i = 0; i < points.length; i += 2) {
		const at = kept.length;
		if (at > 0 && kept[at - 2] === points[i] && kept[at - 1] === points[i + 1]) continue;
		kept.push(points[i], points[i + 1]);
	}
	const last = kept.length - 2;
	if (closed && last > 0 && kept[0] === kept[last] && kept[1] === kept[last + 1]) kept.length = last;
	return { points: kept, closed: closed && kept.length > 4 };
}

function dashed({ points, closed }: Line, dashes: readonly number[]): Line[] {
	const total = dashes.reduce((sum, dash) => sum + dash, 0);
	if (!(total > 0)) return [{ points, closed }];
	const whole = closed ? [...points, points[0], points[1]] : points;
	const parts: Line[] = [];
	let dash = 0;
	let left = dashes[0];
	let part: number[] = [whole[0], whole[1]];
	for (let i = 2; i < whole.length; i += 2) {
		let [x, y] = [whole[i - 2], whole[i - 1]];
		let length = Math.hypot(whole[i] - x, whole[i + 1] - y);
		while (length > left && parts.length < MOST_DASHES) {
			x += ((whole[i] - x) * left) / length;
			y += ((whole[i + 1] - y) * left) / length;
			length -= left;
			if (dash % 2 === 0) parts.push({ points: [...part, x, y], closed: false });
			dash++;
			left = dashes[dash % dashes.length];
			part = [x, y];
		}
		left -= length;
		part.push(whole[i], whole[i + 1]);
	}
	if (dash % 2 === 0 && part.length > 2) parts.push({ points: part, closed: false });
	return parts;
}

/** Reads the pictures that wokflow writes: elements, attributes, text. Not a reader of any SVG. */

export interface Markup {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: readonly (Markup | string)[];
}

const TOKEN = /<(\/?)([A-Za-z]\w*)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The root element of a picture, and every element by its id. */
export function readMarkup(svg: string): { readonly root: Markup; readonly byId: ReadonlyMap<string, Markup> } {
	const top: { name: string; attributes: Record<string, string>; children: (Markup | string)[] } = {
		name: '',
		attributes: {},
		children: [],
	};
	const open = [top];
	const byId = new Map<string, Markup>();
	for (const [, closing, name, list, empty, content] of svg.matchAll(TOKEN)) {
		const parent = open[open.length - 1];
		if (content !== undefined) {
			// Blanks between elements are no text.
			if (parent.name === 'text' || parent.name === 'tspan') parent.children.push(resolved(content));
		} else if (closing !== '') {
			if (open.length > 1) open.pop();
		} else {
			const attributes: Record<string, string> = {};
			for (const [, key, value] of list.matchAll(ATTRIBUTE)) attributes[key] = resolved(value);
			const element = { name, attributes, children: [] };
			parent.children.push(element);
			if (attributes['id'] !== undefined) byId.set(attributes['id'], element);
			if (empty === '') open.push(element);
		}
	}
	return { root: top.children.find((each): each is Markup => typeof each !== 'string') ?? top, byId };
}

function resolved(text: string): string {
	return text.includes('&') ? text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]) : text;
}
