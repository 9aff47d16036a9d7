import { buildAdjacency, edgeEnd, walkPerimeters } from '../src/geometry/half-edges.ts';

/** The pictures of docs/format.md, drawn from tables that the code derives. */

type Point = readonly [x: number, y: number];

interface Plan {
	readonly vertices: readonly Point[];
	readonly faces: readonly (readonly [number, number, number])[];
}

/** Two floor faces of the worked example. */
const NUMBERED: Plan = {
	vertices: [
		[0, 0],
		[2, 0],
		[4, 2],
		[2, 2],
	],
	faces: [
		[0, 1, 3],
		[1, 2, 3],
	],
};

/** Two squares that touch in vertex 2. */
export const BOW_TIE: Plan = {
	vertices: [
		[0, 0],
		[2, 0],
		[2, 2],
		[0, 2],
		[4, 2],
		[4, 4],
		[2, 4],
	],
	faces: [
		[0, 1, 2],
		[0, 2, 3],
		[2, 4, 5],
		[2, 5, 6],
	],
};

const METRE = 110;
const MARGIN = 44;
/** Words stand this far from the arrow they belong to, in pixels. */
const INSET = 5;
/** Half of a letter's width and height, about. */
const HALF_LETTER: Point = [3.3, 6];
/** How far into its faces a turn about a vertex swings. */
const SWING = 0.3;
const LOOP_COLOURS = ['#0b5cad', '#b34700'];

/** Every picture by its path below the root. */
export function formatPictures(): Map<string, string> {
	return new Map([
		['docs/pictures/format-edges.svg', edgePicture()],
		['docs/pictures/format-perimeters.svg', perimeterPicture()],
	]);
}

/** How edges are numbered, and which face lies behind which. */
function edgePicture(): string {
	const sheet = new Sheet(NUMBERED, 'Edges of two neighbours: edge k of face f is number 3f + k');
	const { neighbours } = adjacencyOf(NUMBERED);
	sheet.floor();
	for (let edge = 0; edge < neighbours.length; edge++) {
		const behind = neighbours[edge];
		sheet.arrow(edge, behind < 0 ? '#444' : '#0b5cad');
		sheet.edgeLabel(edge, behind < 0 ? `${edge}: −1` : `${edge}: ${behind}`, behind < 0 ? '#222' : '#0b5cad');
	}
	sheet.corners();
	return sheet.finish();
}

/** The walk along the perimeter of a bow-tie: loops in order, and the turns about the shared vertex. */
function perimeterPicture(): string {
	const sheet = new Sheet(BOW_TIE, 'Perimeter of two squares that touch in vertex 2: two loops');
	const { edges, ends } = walkPerimeters(adjacencyOf(BOW_TIE).neighbours, allOf(BOW_TIE));
	sheet.floor();
	let row = 0;
	for (const [loop, end] of ends.entries()) {
		for (; row < end; row++) {
			sheet.arrow(edges[row], LOOP_COLOURS[loop], loop === 1);
			sheet.edgeLabel(edges[row], `${row}: edge ${edges[row]}`, LOOP_COLOURS[loop]);
			const start = loop === 0 ? 0 : ends[loop - 1];
			sheet.turn(edges[row], edges[row + 1 < end ? row + 1 : start], LOOP_COLOURS[loop]);
		}
	}
	sheet.corners();
	return sheet.finish();
}

function adjacencyOf(plan: Plan): { neighbours: Int32Array } {
	return buildAdjacency(Uint32Array.from(plan.faces.flat()), allOf(plan), plan.vertices.length);
}

function allOf({ faces }: Plan): Uint8Array {
	return new Uint8Array(faces.length).fill(1);
}

class Sheet {
	readonly #plan: Plan;
	readonly #corners: Uint32Array;
	readonly #height: number;
	readonly #parts: string[] = [];
	readonly #head: string;

	constructor(plan: Plan, title: string) {
		this.#plan = plan;
		this.#corners = Uint32Array.from(plan.faces.flat());
		const width = Math.max(...plan.vertices.map(([x]) => x)) * METRE + MARGIN * 2;
		this.#height = Math.max(...plan.vertices.map(([, y]) => y)) * METRE + MARGIN * 2;
		this.#head = [
			`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${this.#height}" viewBox="0 0 ${width} ${this.#height}" role="img" font-family="sans-serif">`,
			`<title>${title}</title>`,
			'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="context-stroke"/></marker></defs>',
			`<rect width="${width}" height="${this.#height}" fill="#fff"/>`,
		].join('\n');
	}

	floor(): void {
		for (const [face, corners] of this.#plan.faces.entries()) {
			const points = corners.map((vertex) => this.#place(vertex).map(short).join(',')).join(' ');
			this.#parts.push(`<polygon points="${points}" fill="#e8efe6" stroke="#9aa59a"/>`);
			this.#text(this.#middle(face), `face ${face}`, '#555', 13, ' font-style="italic"');
		}
	}

	/** An arrow along an edge, within its face. */
	arrow(edge: number, colour: string, dashed = false): void {
		const [[sx, sy], [ex, ey]] = this.#arrowEnds(edge);
		const dashes = dashed ? ' stroke-dasharray="7 4"' : '';
		this.#parts.push(
			`<line x1="${short(sx)}" y1="${short(sy)}" x2="${short(ex)}" y2="${short(ey)}" stroke="${colour}" stroke-width="2"${dashes} marker-end="url(#tip)"/>`,
		);
	}

	/** Words beside the arrow of an edge, farther inside its face. */
	edgeLabel(edge: number, words: string, colour: string): void {
		const [a, b] = this.#arrowEnds(edge);
		const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
		// Faces lie to the left of their edges; on a sheet, y points down.
		const left: Point = [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
		const step = INSET + Math.abs(left[0]) * words.length * HALF_LETTER[0] + Math.abs(left[1]) * HALF_LETTER[1];
		const [x, y] = between(a, b, 0.5);
		this.#text([x + left[0] * step, y + left[1] * step], words, colour, 12);
	}

	/** The way from one perimeter edge to the next where it leads through other faces about their common vertex. */
	turn(edge: number, next: number, colour: string): void {
		if (Math.floor(edge / 3) === Math.floor(next / 3)) return;
		const [from, to] = [this.#arrowEnds(edge)[1], this.#arrowEnds(next)[0]];
		const fan = between(this.#middle(Math.floor(edge / 3)), this.#middle(Math.floor(next / 3)), 0.5);
		const [x, y] = between(this.#place(this.#corners[next]), fan, SWING * 2);
		const path = `M${short(from[0])} ${short(from[1])}Q${short(x)} ${short(y)} ${short(to[0])} ${short(to[1])}`;
		this.#parts.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.2" stroke-dasharray="2 3"/>`);
	}

	corners(): void {
		const { vertices } = this.#plan;
		const centre = this.#toPixels([average(vertices.map(([x]) => x)), average(vertices.map(([, y]) => y))]);
		for (const vertex of vertices.keys()) {
			const [x, y] = this.#place(vertex);
			this.#parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="4" fill="#222"/>`);
			const away = Math.hypot(x - centre[0], y - centre[1]);
			const [dx, dy] = away < METRE / 4 ? [-16, -14] : [((x - centre[0]) / away) * 20, ((y - centre[1]) / away) * 20];
			this.#text([x + dx, y + dy], `v${vertex}`, '#222', 13, ' font-weight="bold"');
		}
	}

	finish(): string {
		return `${this.#head}\n${this.#parts.join('\n')}\n</svg>\n`;
	}

	#text([x, y]: Point, words: string, colour: string, size: number, more = ''): void {
		this.#parts.push(
			`<text x="${short(x)}" y="${short(y)}" fill="${colour}" font-size="${size}" text-anchor="middle" dominant-baseline="central"${more}>${words}</text>`,
		);
	}

	#arrowEnds(edge: number): [Point, Point] {
		const middle = this.#middle(Math.floor(edge / 3));
		const a = between(middle, this.#place(this.#corners[edge]), 0.86);
		const b = between(middle, this.#place(this.#corners[edgeEnd(edge)]), 0.86);
		return [between(a, b, 0.12), between(a, b, 0.88)];
	}

	#middle(face: number): Point {
		const points = this.#plan.faces[face].map((vertex) => this.#place(vertex));
		return [average(points.map(([x]) => x)), average(points.map(([, y]) => y))];
	}

	#place(vertex: number): Point {
		return this.#toPixels(this.#plan.vertices[vertex]);
	}

	#toPixels([x, y]: Point): Point {
		return [MARGIN + x * METRE, this.#height - MARGIN - y * METRE];
	}
}

function between([ax, ay]: Point, [bx, by]: Point, share: number): Point {
	return [ax + (bx - ax) * share, ay + (by - ay) * share];
}

function average(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function short(value: number): string {
	return String(Math.round(value * 10) / 10);
}
