/** How much of each pixel shapes cover, by the nonzero rule. */

/** Rows that a pixel is cut into; across, coverage is exact. */
const SLICES = 5;

/** So many new edges in a row are sorted in at once. */
const MANY = 12;

/** Corners of a polygon, x and y in turn, pixels; the last joins the first. */
export type Polygon = readonly number[] | Float64Array;

/** Part of a picture, pixels: `right` and `bottom` lie just outside. */
export interface PixelBox {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** Coverage of one row: `cover[x - left]` from 0 to 1, for pixels from `first` on, up to before `last`. */
export type DrawRow = (y: number, left: number, cover: Float32Array, first: number, last: number) => void;

/** Fills polygons together and hands on each row that they touch. */
export function fillPolygons(polygons: readonly Polygon[], clip: PixelBox, draw: DrawRow): void {
	const box = boxOf(polygons, clip);
	if (box === undefined) return;
	const edges = edgesOf(polygons, box);
	if (edges.length === 0) return;
	const cover = new Float32Array(box.right - box.left + 2);
	let next = 0;
	let active: Edge[] = [];
	for (let y = box.top; y < box.bottom; y++) {
		const known = active.length;
		while (next < edges.length && edges[next].top < y + 1) active.push(edges[next++]);
		if (active.length > known + MANY) {
			for (const edge of active) edge.at = edge.x + edge.slope * y;
			active.sort((a, b) => a.at - b.at);
		}
		if (active.some((edge) => edge.bottom <= y)) active = active.filter((edge) => edge.bottom > y);
		if (active.length === 0) continue;
		cover.fill(0);
		let touched = false;
		for (let slice = 0; slice < SLICES; slice++) {
			if (addSlice(active, y + (slice + 0.5) / SLICES, box, cover)) touched = true;
		}
		if (!touched) continue;
		for (let x = 1; x < cover.length; x++) cover[x] += cover[x - 1];
		draw(y, box.left, cover, box.left, box.right);
	}
}

interface Edge {
	readonly top: number;
	readonly bottom: number;
	/** Where it is at y = 0, and how far it goes to the right for each row. */
	readonly x: number;
	readonly slope: number;
	readonly turn: 1 | -1;
	/** Where it crosses the slice at hand. */
	at: number;
}

/** Edges that reach into the box, the highest first. */
function edgesOf(polygons: readonly Polygon[], { top, bottom }: PixelBox): Edge[] {
	const edges: Edge[] = [];
	for (const polygon of polygons) {
		for (let i = 0; i < polygon.length; i += 2) {
			const j = i + 2 < polygon.length ? i + 2 : 0;
			const [ax, ay, bx, by] = [polygon[i], polygon[i + 1], polygon[j], polygon[j + 1]];
			if (ay === by || Math.max(ay, by) <= top || Math.min(ay, by) >= bottom) continue;
			const slope = (bx - ax) / (by - ay);
			edges.push({
				top: Math.min(ay, by),
				bottom: Math.max(ay, by),
				x: ax - ay * slope,
				slope,
				turn: by > ay ? 1 : -1,
				at: 0,
			});
		}
	}
	return edges.sort((a, b) => a.top - b.top);
}

/** Adds one slice as differences between neighbouring pixels. */
function addSlice(active: Edge[], y: number, { left, right }: PixelBox, cover: Float32Array): boolean {
	sortAt(active, y);
	let winding = 0;
	let from = 0;
	let touched = false;
	for (const { top, bottom, at, turn } of active) {
		if (y < top || y >= bottom) continue;
		if (winding === 0) from = at;
		winding += turn;
		if (winding !== 0) continue;
		const a = Math.min(Math.max(from, left), right) - left;
		const b = Math.min(Math.max(at, left), right) - left;
		if (b > a) {
			addStep(cover, a, 1 / SLICES);
			addStep(cover, b, -1 / SLICES);
			touched = true;
		}
	}
	return touched;
}

/** Sorts edges from left to right. From slice to slice their order hardly changes, so each is moved by a few places. */
function sortAt(active: Edge[], y: number): void {
	for (let i = 0; i < active.length; i++) {
		const edge = active[i];
		edge.at = edge.x + edge.slope * y;
		let to = i;
		while (to > 0 && active[to - 1].at > edge.at) {
			active[to] = active[to - 1];
			to--;
		}
		active[to] = edge;
	}
}

/** From `x` on everything is covered by so much more. */
function addStep(cover: Float32Array, x: number, amount: number): void {
	const pixel = Math.floor(x);
	const share = 1 - (x - pixel);
	cover[pixel] += amount * share;
	cover[pixel + 1] += amount * (1 - share);
}

function boxOf(polygons: readonly Polygon[], clip: PixelBox): PixelBox | undefined {
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const polygon of polygons) {
		for (let i = 0; i < polygon.length; i += 2) {
			if (polygon[i] < left) left = polygon[i];
			if (polygon[i] > right) right = polygon[i];
			if (polygon[i + 1] < top) top = polygon[i + 1];
			if (polygon[i + 1] > bottom) bottom = polygon[i + 1];
		}
	}
	const box = {
		left: Math.max(clip.left, Math.floor(left)),
		top: Math.max(clip.top, Math.floor(top)),
		right: Math.min(clip.right, Math.ceil(right)),
		bottom: Math.min(clip.bottom, Math.ceil(bottom)),
	};
	return box.left < box.right && box.top < box.bottom ? box : undefined;
}
