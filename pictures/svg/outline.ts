import { buildAdjacency, edgeEnd, type Perimeters, walkPerimeters } from '../../src/geometry/half-edges.ts';
import { coincidentVertices } from '../../src/geometry/vertices.ts';
import { addTo } from '../../src/math/arrays.ts';
import { NONE, transitionEdges, type Walkmesh } from '../../src/model/walkmesh.ts';
import { hundredths } from '../../src/text/xml.ts';
import type { Projection } from './options.ts';

/**
 * How far a corner may lie beside a straight line, hundredths of a pixel: as much as rounding can move three corners of a line
 * against each other. Only exact lines would leave every corner of a slanted wall in.
 */
const TOLERANCE = 1.5;

/** Stands for a transition on edges where the ground goes on on another sheet. */
export const CUT = -2;

/**
 * The corners of a loop without those where it runs back on itself or straight on, beginning at its leftmost one, which is a true
 * corner. Fewer than 3 if it has no area.
 */
export function withoutSpikes(places: ArrayLike<number>, start: number, end: number, plan: PlanPlaces): number[] {
	const { xs, ys } = plan;
	let first = start;
	for (let i = start + 1; i < end; i++) {
		const dx = xs[places[i]] - xs[places[first]];
		if (dx < 0 || (dx === 0 && ys[places[i]] < ys[places[first]])) first = i;
	}
	const corners: number[] = [];
	const length = end - start;
	for (let i = 0; i <= length; i++) {
		const place = places[start + ((first - start + i) % length)];
		while (corners.length > 1 && isOnLine(corners[corners.length - 2], corners[corners.length - 1], place, plan)) {
			corners.pop();
		}
		if (corners[corners.length - 1] !== place) corners.push(place);
	}
	// The first corner came again at the end.
	if (corners.length > 1) corners.pop();
	return corners;
}

/**
 * Leaves out corners that lie on the line between those before and after them, within the tolerance; first and last stay. From the
 * last kept corner a line may take any direction that passes close enough by all corners since; the corner before the first one
 * outside is kept. Linear, and no error adds up.
 */
export function withoutStraight(corners: readonly number[], { xs, ys }: PlanPlaces): number[] {
	if (corners.length === 0) return [];
	const kept = [corners[0]];
	let anchor = 0;
	let reach = 0;
	// Of all directions that are left, the outermost ones, clockwise and counter-clockwise. Less than half a turn lies between them, so both tests
	// together are one for the cone, and not for its opposite. Plain numbers, because a picture of foliage asks for them at every corner.
	let isBounded = false;
	let [lowX, lowY, highX, highY] = [0, 0, 0, 0];
	for (let i = 1; i < corners.length; i++) {
		let dx = xs[corners[i]] - xs[corners[anchor]];
		let dy = ys[corners[i]] - ys[corners[anchor]];
		let length = Math.sqrt(dx * dx + dy * dy);
		if (length < reach || (isBounded && (lowX * dy - lowY * dx < 0 || dx * highY - dy * highX < 0))) {
			anchor = i - 1;
			kept.push(corners[anchor]);
			isBounded = false;
			dx = xs[corners[i]] - xs[corners[anchor]];
			dy = ys[corners[i]] - ys[corners[anchor]];
			length = Math.sqrt(dx * dx + dy * dy);
		}
		reach = length;
		if (reach <= TOLERANCE) continue;
		const aside = (-dy / reach) * TOLERANCE;
		const along = (dx / reach) * TOLERANCE;
		if (!isBounded || lowX * (dy - along) - lowY * (dx - aside) > 0) [lowX, lowY] = [dx - aside, dy - along];
		if (!isBounded || (dx + aside) * highY - (dy + along) * highX > 0) [highX, highY] = [dx + aside, dy + along];
		isBounded = true;
	}
	const last = corners[corners.length - 1];
	if (kept.length > 1 || last !== kept[0]) kept.push(last);
	return kept;
}

function isOnLine(a: number, b: number, c: number, { xs, ys }: PlanPlaces): boolean {
	return (xs[b] - xs[a]) * (ys[c] - ys[b]) === (ys[b] - ys[a]) * (xs[c] - xs[b]);
}

/** Gathers the data of one path: relative, in hundredths of a pixel that add up without error. */
export class PathData {
	#text = '';
	readonly #plan: PlanPlaces;

	constructor(plan: PlanPlaces) {
		this.#plan = plan;
	}

	/** Adds a closed loop of places; corners on a straight line are left out, and a loop without area altogether. */
	loop(places: ArrayLike<number>, start = 0, end: number = places.length): this {
		const corners = withoutSpikes(places, start, end, this.#plan);
		if (corners.length < 3) return this;
		corners.push(corners[0]);
		const kept = withoutStraight(corners, this.#plan);
		kept.pop();
		if (kept.length > 2) this.#write(kept, true);
		return this;
	}

	/** Adds an open line of places. */
	line(places: readonly number[]): this {
		const kept = withoutStraight(places, this.#plan);
		if (kept.length > 1) this.#write(kept, false);
		return this;
	}

	toString(): string {
		return this.#text;
	}

	#write(corners: readonly number[], closed: boolean): void {
		const { xs, ys } = this.#plan;
		let x = xs[corners[0]];
		let y = ys[corners[0]];
		this.#text += `M${hundredths(x)} ${hundredths(y)}`;
		let last = '';
		for (let i = 1; i < corners.length; i++) {
			const dx = xs[corners[i]] - x;
			const dy = ys[corners[i]] - y;
			const command = dy === 0 ? 'h' : dx === 0 ? 'v' : 'l';
			this.#number(command === 'v' ? dy : dx, command === last ? '' : command);
			if (command === 'l') this.#number(dy, '');
			last = command;
			x += dx;
			y += dy;
		}
		if (closed) this.#text += 'z';
	}

	/** A number behind its command, or behind another number: then a blank stands between unless a minus does. */
	#number(value: number, command: string): void {
		if (command !== '') this.#text += command + hundredths(value);
		else this.#text += value < 0 ? hundredths(value) : ` ${hundredths(value)}`;
	}
}

/**
 * The shape of many faces seen from above.
 *
 * Each face is turned so that it looks up; then the sum of all their borders, in which shared edges cancel, winds about every point as
 * often as faces cover it. Filled by the nonzero rule that is the union of the faces in plan, holes included, also where a ramp passes
 * over ground of the same surface: the even-odd rule would cut a hole there.
 */

export interface Region {
	/** Places of the borders, loop after loop; holes run the other way round. */
	readonly loop: Uint32Array;
	/** For each loop the index in `loop` just behind its last place. */
	readonly ends: Uint32Array;
	/** Upright faces, which from above are lines: two places each, every line once. */
	readonly lines: Uint32Array;
}

/** Twice the area in plan, over the square of its extent, up to which a face counts as upright. */
const UPRIGHT = 1e-6;

/** Merges the faces of one surface. @param chosen 1 for each face that counts; all of them without it */
export function mergeSurface(mesh: Walkmesh, surface: number, plan: PlanPlaces, chosen?: Uint8Array): Region {
	const corners = new Uint32Array(mesh.faces.length);
	const uprights: number[] = [];
	let at = 0;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		if (mesh.surfaces[face] !== surface || chosen?.[face] === 0) continue;
		const a = mesh.faces[face * 3];
		const b = mesh.faces[face * 3 + 1];
		const c = mesh.faces[face * 3 + 2];
		const turn = planTurn(mesh.positions, a, b, c);
		const p = plan.places[a];
		const q = plan.places[b];
		const r = plan.places[c];
		if (turn === 0) {
			const line = longestSide(plan, p, q, r);
			if (line[0] !== line[1]) uprights.push(lineKey(line, plan));
			continue;
		}
		// With two corners in one place the border runs forth and back, which is nothing.
		if (p === q || q === r || r === p) continue;
		corners[at++] = p;
		corners[at++] = turn > 0 ? q : r;
		corners[at++] = turn > 0 ? r : q;
	}
	const drawn = new Uint8Array(at / 3).fill(1);
	const { neighbours } = buildAdjacency(corners, drawn, plan.count);
	const { edges, ends } = walkPerimeters(neighbours, drawn);
	return { loop: edges.map((edge) => corners[edge]), ends, lines: distinctLines(uprights, plan) };
}

/** 1 for a face that is counter-clockwise from above, −1 for one that is clockwise, 0 for an upright one. */
export function planTurn(positions: Float32Array, a: number, b: number, c: number): -1 | 0 | 1 {
	const ux = positions[b * 3] - positions[a * 3];
	const uy = positions[b * 3 + 1] - positions[a * 3 + 1];
	const vx = positions[c * 3] - positions[a * 3];
	const vy = positions[c * 3 + 1] - positions[a * 3 + 1];
	const extent = Math.max(ux * ux + uy * uy, vx * vx + vy * vy, (vx - ux) ** 2 + (vy - uy) ** 2);
	const area = ux * vy - uy * vx;
	return Math.abs(area) <= UPRIGHT * extent ? 0 : area > 0 ? 1 : -1;
}

function longestSide({ xs, ys }: PlanPlaces, p: number, q: number, r: number): [number, number] {
	const length = (a: number, b: number): number => (xs[a] - xs[b]) ** 2 + (ys[a] - ys[b]) ** 2;
	const [pq, qr, rp] = [length(p, q), length(q, r), length(r, p)];
	if (pq >= qr && pq >= rp) return [p, q];
	return qr >= rp ? [q, r] : [r, p];
}

/** The places at the ends of an edge. */
function edgePlaces({ faces }: Walkmesh, edge: number, { places }: PlanPlaces): [from: number, to: number] {
	return [places[faces[edge]], places[faces[edgeEnd(edge)]]];
}

/** One number for a line, whichever way it runs. */
function lineKey([p, q]: readonly [number, number], { count }: PlanPlaces): number {
	return Math.min(p, q) * count + Math.max(p, q);
}

/** The places of all different lines, two each. */
function distinctLines(keys: readonly number[], { count }: PlanPlaces): Uint32Array {
	const sorted = Float64Array.from(new Set(keys)).sort();
	return Uint32Array.from({ length: sorted.length * 2 }, (_, i) =>
		i % 2 === 0 ? Math.floor(sorted[i / 2] / count) : sorted[(i - 1) / 2] % count,
	);
}

/** The open edges of the walkable faces that lead nowhere, as the data of one path. */
export function perimeterPath(mesh: Walkmesh, { edges, ends }: Perimeters, plan: PlanPlaces): string {
	const path = new PathData(plan);
	const places = edges.map((edge) => plan.places[mesh.faces[edge]]);
	let start = 0;
	for (const end of ends) {
		const firstGap = indexOfTransition(mesh, edges, start, end);
		if (firstGap === end) path.loop(places, start, end);
		else addLines(path, mesh, edges.subarray(start, end), firstGap - start, plan);
		start = end;
	}
	return path.toString();
}

/** The first edge from `start` on that leads somewhere, by its index; `end` if none does. */
function indexOfTransition({ transitions }: Walkmesh, edges: Uint32Array, start: number, end: number): number {
	let at = start;
	while (at < end && transitions[edges[at]] === NONE) at++;
	return at;
}

/** Adds what lies between the transitions of a loop. @param firstGap index of one of these */
function addLines(path: PathData, mesh: Walkmesh, loop: Uint32Array, firstGap: number, plan: PlanPlaces): void {
	let line: number[] = [];
	for (let i = 1; i <= loop.length; i++) {
		const edge = loop[(firstGap + i) % loop.length];
		if (mesh.transitions[edge] !== NONE) {
			path.line(line);
			line = [];
			continue;
		}
		if (line.length === 0) line.push(plan.places[mesh.faces[edge]]);
		line.push(plan.places[mesh.faces[edgeEnd(edge)]]);
	}
}

/** The loops about the walkable faces, pixels. */
export function perimeterLoops(
	mesh: Walkmesh,
	{ edges, ends }: Perimeters,
	{ places, xs, ys }: PlanPlaces,
): [number, number][][] {
	let start = 0;
	return Array.from(ends, (end) => {
		const loop: [number, number][] = [];
		for (; start < end; start++) {
			const place = places[mesh.faces[edges[start]]];
			loop.push([xs[place] / 100, ys[place] / 100]);
		}
		return loop;
	});
}

/** Every side of every face, each once, as the data of one path. */
export function faceOutlines(mesh: Walkmesh, plan: PlanPlaces): string {
	const keys = Array.from(mesh.faces, (_, edge) => lineKey(edgePlaces(mesh, edge, plan), plan));
	const lines = distinctLines(keys, plan);
	const path = new PathData(plan);
	for (let i = 0; i < lines.length; i += 2) path.line([lines[i], lines[i + 1]]);
	return path.toString();
}

/** Transition edges in one line that lead to one room. */
export interface Passage {
	/** Index into the LYT of the room behind it. */
	readonly to: number;
	readonly edges: number;
	/** Places along it, the room it belongs to on the left as seen in area space. */
	readonly places: readonly number[];
}

/** All transitions, those gathered that follow each other. */
export function passagesOf(mesh: Walkmesh, plan: PlanPlaces): Passage[] {
	const rooms = transitionEdges(mesh).filter(([to]) => to !== CUT);
	return rooms.flatMap(([to, edges]) =>
		chains(edges.map((edge) => directed(mesh, edge, plan))).map((places) => ({
			to,
			edges: places.length - 1,
			places,
		})),
	);
}

/** Where the ground goes on on another sheet, as the data of one path. */
export function cutPath(mesh: Walkmesh, plan: PlanPlaces): string {
	const path = new PathData(plan);
	const edges = transitionEdges(mesh).find(([to]) => to === CUT)?.[1] ?? [];
	for (const line of chains(edges.map((edge) => directed(mesh, edge, plan)))) path.line(line);
	return path.toString();
}

/** From where to where an edge runs, seen from above: backwards on a face that looks down. */
function directed(mesh: Walkmesh, edge: number, plan: PlanPlaces): [number, number] {
	const { positions, faces } = mesh;
	const face = edge - (edge % 3);
	const turn = planTurn(positions, faces[face], faces[face + 1], faces[face + 2]);
	const [from, to] = edgePlaces(mesh, edge, plan);
	return turn < 0 ? [to, from] : [from, to];
}

function chains(edges: readonly (readonly [from: number, to: number])[]): number[][] {
	const next = new Map<number, number[]>();
	const arrivals = new Map<number, number>();
	for (const [from, to] of edges) {
		addTo(next, from, to);
		arrivals.set(to, (arrivals.get(to) ?? 0) + 1);
	}
	const result: number[][] = [];
	const follow = (start: number): void => {
		while ((next.get(start)?.length ?? 0) > 0) {
			const chain = [start];
			for (let at = next.get(start)?.shift(); at !== undefined; at = next.get(at)?.shift()) chain.push(at);
			result.push(chain);
		}
	};
	// Lines that begin somewhere first; what is left runs in circles.
	for (const [from] of edges) if (!arrivals.has(from)) follow(from);
	for (const [from] of edges) follow(from);
	return result;
}

/** The corners of a walkmesh on the sheet: vertices that fall on one hundredth of a pixel are one place. */
export interface PlanPlaces {
	/** 1 a vertex of the walkmesh: its place. */
	readonly places: Uint32Array;
	/** 1 a place, hundredths of a pixel. */
	readonly xs: Int32Array;
	readonly ys: Int32Array;
	readonly count: number;
}

/**
 * Projects all vertices. Merging them by place here is what lets unwelded faces become one shape, and makes the areas of neighbours
 * meet without a gap: they round the same way.
 */
export function planPlaces({ positions, faces }: Walkmesh, { scale, originX, originY }: Projection): PlanPlaces {
	const vertexCount = positions.length / 3;
	// A whole number of hundredths is exact as float32 on any sheet. Vertices that no face uses stay where there is no place.
	const sheet = new Float32Array(positions.length).fill(NaN);
	for (let corner = 0; corner < faces.length; corner++) {
		const at = faces[corner] * 3;
		if (!Number.isNaN(sheet[at + 2])) continue;
		sheet[at] = Math.round((originX + positions[at] * scale) * 100);
		sheet[at + 1] = Math.round((originY - positions[at + 1] * scale) * 100);
		sheet[at + 2] = 0;
	}
	const first = coincidentVertices(sheet);
	const places = new Uint32Array(vertexCount);
	const xs = new Int32Array(vertexCount);
	const ys = new Int32Array(vertexCount);
	let count = 0;
	for (let vertex = 0; vertex < vertexCount; vertex++) {
		if (Number.isNaN(sheet[vertex * 3])) continue;
		if (first[vertex] === vertex) {
			xs[count] = sheet[vertex * 3];
			ys[count] = sheet[vertex * 3 + 1];
			places[vertex] = count++;
		} else places[vertex] = places[first[vertex]];
	}
	return { places, xs: xs.subarray(0, count), ys: ys.subarray(0, count), count };
}
