import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { isWalkable, type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import { transitionEdges, type Walkmesh } from '../../src/model/walkmesh.ts';
import type { Style } from './terminal.ts';

/** Draws a small plan with braille characters, each of two by four dots of ground. */

/** Characters in a row that have one style. */
export interface PlanRun {
	readonly text: string;
	readonly style: Style;
}

/** Columns and rows of dots in a character. */
const ACROSS = 2;
const DOWN = 4;
/** The bits of a braille character by column and row. */
const BITS = [
	[0x01, 0x02, 0x04, 0x40],
	[0x08, 0x10, 0x20, 0x80],
];
const BRAILLE = 0x2800;
const MOST_ROWS = 24;

/** Colours of surfaces by label; walkable ones without an entry are white. */
const STYLES: Readonly<Record<string, Style>> = {
	dirt: 'yellow',
	grass: 'green',
	wood: 'yellow',
	water: 'blue',
	carpet: 'magenta',
	metal: 'cyan',
	puddles: 'blue',
	swamp: 'green',
	mud: 'yellow',
	leaves: 'yellow',
	door: 'magentaBright',
};

/**
 * Draws the ground of a walkmesh from above, north up: walkable ground filled, other faces dotted. Numbers of rooms stand where links lead to them.
 * @returns for each line its runs of characters, together no more than `width`
 */
export function planText(
	{ positions, faces, surfaces, ...mesh }: Walkmesh,
	table: SurfaceTable,
	width: number,
): PlanRun[][] {
	let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const vertex of faces) {
		const [x, y] = [positions[vertex * 3], positions[vertex * 3 + 1]];
		if (!Number.isFinite(x + y)) continue;
		[minX, maxX] = [Math.min(minX, x), Math.max(maxX, x)];
		[minY, maxY] = [Math.min(minY, y), Math.max(maxY, y)];
	}
	if (!(maxX >= minX)) return [];
	const size = Math.max((maxX - minX) / (width * ACROSS - 1), (maxY - minY) / (MOST_ROWS * DOWN - 1), 1e-6);
	const columns = Math.floor((maxX - minX) / size / ACROSS) + 1;
	const rows = Math.floor((maxY - minY) / size / DOWN) + 1;
	const dots = { columns: columns * ACROSS, rows: rows * DOWN };
	/** For each dot the surface plus one, 0 for none. Walkable faces are drawn over others. */
	const grid = new Uint32Array(dots.columns * dots.rows);
	const place = (vertex: number): [number, number] => [
		(positions[vertex * 3] - minX) / size,
		(maxY - positions[vertex * 3 + 1]) / size,
	];
	for (const walkable of [false, true]) {
		for (let face = 0; face < surfaces.length; face++) {
			if (isWalkable(table, surfaces[face]) !== walkable) continue;
			const corners = [0, 1, 2].map((corner) => place(faces[face * 3 + corner]));
			fill(corners, dots, (dot) => {
				grid[dot] = surfaces[face] + 1;
			});
		}
	}
	const labels = new Map<number, string>();
	for (const [room, edges] of transitionEdges({ positions, faces, surfaces, ...mesh })) {
		const edge = edges[Math.floor(edges.length / 2)];
		const [a, b] = [place(faces[edge]), place(faces[edgeEnd(edge)])];
		const text = String(room);
		const column = Math.max(
			0,
			Math.min(columns - text.length, Math.round((a[0] + b[0]) / 2 / ACROSS - text.length / 2)),
		);
		const row = Math.min(rows - 1, Math.floor((a[1] + b[1]) / 2 / DOWN));
		[...text].forEach((character, i) => void labels.set(row * columns + column + i, character));
	}
	return Array.from({ length: rows }, (_, row) => {
		const runs: { text: string; style: Style }[] = [];
		for (let column = 0; column < columns; column++) {
			const label = labels.get(row * columns + column);
			const [text, style] =
				label === undefined ? characterAt(grid, dots.columns, column, row, table) : [label, 'bold' as const];
			const last = runs[runs.length - 1];
			if (last?.style === style) last.text += text;
			else runs.push({ text, style });
		}
		return runs;
	});
}

/** One character and the style of the surface that has most of it. */
function characterAt(
	grid: Uint32Array,
	across: number,
	column: number,
	row: number,
	table: SurfaceTable,
): [text: string, style: Style] {
	let bits = 0;
	const counts = new Map<number, number>();
	for (let x = 0; x < ACROSS; x++) {
		for (let y = 0; y < DOWN; y++) {
			const surface = grid[(row * DOWN + y) * across + column * ACROSS + x] - 1;
			if (surface < 0) continue;
			counts.set(surface, (counts.get(surface) ?? 0) + 1);
			// Faces that are not walkable are drawn with every other dot.
			if (isWalkable(table, surface) || (x + y) % 4 === 0) bits |= BITS[x][y];
		}
	}
	if (bits === 0) return [' ', 'reset'];
	const [surface] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most));
	const style = isWalkable(table, surface) ? (STYLES[surfaceLabel(table, surface).toLowerCase()] ?? 'white') : 'gray';
	return [String.fromCharCode(BRAILLE + bits), style];
}

/** Sets every dot whose middle lies in a triangle, and at least the one at the middle of the triangle. */
function fill(
	[[ax, ay], [bx, by], [cx, cy]]: readonly (readonly [number, number])[],
	{ columns, rows }: { readonly columns: number; readonly rows: number },
	mark: (dot: number) => void,
): void {
	const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
	if (!Number.isFinite(area) || area === 0) return;
	mark(Math.round((ay + by + cy) / 3) * columns + Math.round((ax + bx + cx) / 3));
	const bottom = Math.min(rows - 1, Math.floor(Math.max(ay, by, cy)));
	const right = Math.min(columns - 1, Math.floor(Math.max(ax, bx, cx)));
	for (let y = Math.max(0, Math.ceil(Math.min(ay, by, cy))); y <= bottom; y++) {
		for (let x = Math.max(0, Math.ceil(Math.min(ax, bx, cx))); x <= right; x++) {
			const v = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area;
			const w = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area;
			if (v >= 0 && w >= 0 && v + w <= 1) mark(y * columns + x);
		}
	}
}
