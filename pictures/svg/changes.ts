import type { Vec3 } from '../../src/math/vec3.ts';
import { counted, decimals } from '../../src/text/numbers.ts';
import { element, joined, pixels, textElement } from '../../src/text/xml.ts';
import { type Corners, onSheet, type PlanChanges, type Projection } from './options.ts';
import { boxAbout, type Placer, textWidth } from './words.ts';

/** Styles of changes, which also differ without colour: solid, dashed or dotted outlines; arrows; lines. */
const STYLES = {
	removed: { fill: '#d1495b', stroke: '#8c1d2f', 'stroke-dasharray': '5 3' },
	added: { fill: '#2a9d5c', stroke: '#12683a' },
	resurfaced: { fill: '#7b4fc9', stroke: '#4d2b91', 'stroke-dasharray': '1.5 2.5' },
} as const;
const MOVED = '#c2410c';
const RELINKED = '#0b63c5';

/** Most moved vertices that are drawn; if there are more, none is. */
const MOST_MOVED = 5000;
/** Shortest arrow, in pixels; a shorter move is drawn as a ring. */
const LEAST_ARROW = 5;

/** Draws changes. @param isHere false for changes that another sheet shows */
export function drawChanges(
	{ removed, added, resurfaced, moved, shifted, relinked }: PlanChanges,
	projection: Projection,
	placer: Placer,
	isHere: (place: Vec3) => boolean,
): string {
	const at = ([x, y]: Vec3): [number, number] => onSheet(projection, x, y);
	const point = (place: Vec3): string => at(place).map(pixels).join(' ');
	const faces = (list: readonly Corners[], style: (typeof STYLES)[keyof typeof STYLES]): string => {
		const here = list.filter(([corner]) => isHere(corner));
		if (here.length === 0) return '';
		const d = here.map(([a, b, c]) => `M${point(a)}L${point(b)}L${point(c)}z`).join('');
		return element('path', { d, ...style, 'fill-opacity': '.45', 'stroke-width': 0.9, 'stroke-linejoin': 'round' });
	};
	const ways = [...shifted, ...moved]
		.filter(({ to }) => isHere(to))
		.slice(0, MOST_MOVED)
		.map(({ from, to }) => wayOf(...at(from), ...at(to)));
	const links = relinked.filter(({ ends }) => isHere(ends[0]));
	const lines = links.map(({ ends: [a, b] }) => `M${point(a)}L${point(b)}`).join('');
	const told = new Set<string>();
	const labels = links.map(({ ends: [a, b], from, to }) => {
		const text = linkText(from, to);
		// Consecutive edges would have the same text.
		if (told.has(text)) return '';
		told.add(text);
		const [[ax, ay], [bx, by]] = [at(a), at(b)];
		const box = placer.takeFirst(
			[-16, 16, -32, 32].map((away) => boxAbout((ax + bx) / 2, (ay + by) / 2 + away, textWidth(text, 10) + 4, 13)),
		);
		return box === undefined ? '' : textElement(box.x + 2, box.y + 10, text);
	});
	const outline = { stroke: '#ffffff', 'stroke-width': 2.6, 'paint-order': 'stroke' };
	const lettering = { fill: RELINKED, ...outline, 'font-size': 10, 'font-weight': 'bold' };
	return joined([
		faces(removed, STYLES.removed),
		faces(added, STYLES.added),
		faces(resurfaced, STYLES.resurfaced),
		lines === '' ? '' : element('path', { d: lines, fill: 'none', stroke: RELINKED, 'stroke-width': 4 }),
		ways.length === 0 ? '' : element('g', { fill: MOVED, stroke: MOVED }, ways.join('')),
		labels.join('') === '' ? '' : element('g', lettering, labels.join('')),
	]);
}

function linkText(from: number, to: number): string {
	const room = (index: number): string => (index < 0 ? 'none' : String(index));
	return `${room(from)}, now ${room(to)}`;
}

/** An arrow from the old to the new position; a ring for a very short move. */
function wayOf(fromX: number, fromY: number, toX: number, toY: number): string {
	const length = Math.hypot(toX - fromX, toY - fromY);
	if (length < LEAST_ARROW) return element('circle', { cx: toX, cy: toY, r: 3.2, fill: 'none', 'stroke-width': 1.4 });
	const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length];
	const turn = decimals([dx, dy, -dy, dx], 4);
	const d = `M0-.6h${pixels(length - 6)}v-2.4l6 3-6 3v-2.4h${pixels(6 - length)}z`;
	return element('path', { d, 'stroke-width': 0.4, transform: `matrix(${turn} ${pixels(fromX)} ${pixels(fromY)})` });
}

/** Rows of the legend: a text, and a function that draws the sign at a point. */
export function changeRows(changes: PlanChanges): { readonly text: string; sign(x: number, y: number): string }[] {
	const { removed, added, resurfaced, moved, shifted, relinked } = changes;
	const box = (style: (typeof STYLES)[keyof typeof STYLES]) => (x: number, y: number) =>
		element('rect', { x, y: y - 8, width: 34, height: 14, ...style, 'fill-opacity': '.45' });
	const arrow = (x: number, y: number): string =>
		element('g', { fill: MOVED, stroke: MOVED }, wayOf(x + 2, y, x + 32, y));
	const line = (x: number, y: number): string =>
		element('path', { d: `M${x} ${y}h34`, stroke: RELINKED, 'stroke-width': 4 });
	const row = ({ length: count }: readonly unknown[], noun: string, what: string, sign: typeof line) => {
		return {
			count,
			text: `${noun === 'vertex' ? counted(count, noun, 'vertices') : counted(count, noun)} ${what}`,
			sign,
		};
	};
	const rows = [
		row(shifted, 'room', 'moved as a whole', arrow),
		row(removed, 'face', 'removed', box(STYLES.removed)),
		row(added, 'face', 'added', box(STYLES.added)),
		row(resurfaced, 'face', 'with another surface', box(STYLES.resurfaced)),
		row(moved, 'vertex', 'moved', arrow),
		row(relinked, 'edge', 'linked elsewhere', line),
	];
	const found = rows.filter(({ count }) => count > 0);
	return found.length > 0 ? found : [{ text: 'nothing', sign: () => '' }];
}
