import type { Vec3 } from '../../src/math/vec3.ts';
import { counted, decimals } from '../../src/text/numbers.ts';
import { attributes, element, joined, pixels, textElement } from '../../src/text/xml.ts';
import type { Corners, PlanChanges, Projection } from './options.ts';
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
	{ scale, originX, originY }: Projection,
	placer: Placer,
	isHere: (place: Vec3) => boolean,
): string {
	const x = (place: Vec3): number => originX + place[0] * scale;
	const y = (place: Vec3): number => originY - place[1] * scale;
	const point = (place: Vec3): string => `${pixels(x(place))} ${pixels(y(place))}`;
	const faces = (list: readonly Corners[], style: (typeof STYLES)[keyof typeof STYLES]): string => {
		const here = list.filter(([corner]) => isHere(corner));
		if (here.length === 0) return '';
		const d = here.map(([a, b, c]) => `M${point(a)}L${point(b)}L${point(c)}z`).join('');
		return element('path', { d, ...style, 'fill-opacity': '.45', 'stroke-width': 0.9, 'stroke-linejoin': 'round' });
	};
	const ways = [...shifted, ...moved]
		.filter(({ to }) => isHere(to))
		.slice(0, MOST_MOVED)
		.map(({ from, to }) => wayOf(x(from), y(from), x(to), y(to)));
	const links = relinked.filter(({ ends }) => isHere(ends[0]));
	const lines = links.map(({ ends: [a, b] }) => `M${point(a)}L${point(b)}`).join('');
	const told = new Set<string>();
	const labels = links.map(({ ends: [a, b], from, to }) => {
		const text = linkText(from, to);
		// Consecutive edges would have the same text.
		if (told.has(text)) return '';
		told.add(text);
		const [left, top] = [(x(a) + x(b)) / 2, (y(a) + y(b)) / 2];
		const box = placer.takeFirst(
			[-16, 16, -32, 32].map((away) => boxAbout(left, top + away, textWidth(text, 10) + 4, 13)),
		);
		return box === undefined ? '' : textElement(box.x + 2, box.y + 10, text);
	});
	const lettering = attributes({
		fill: RELINKED,
		stroke: '#ffffff',
		'stroke-width': 2.6,
		'paint-order': 'stroke',
		'font-size': 10,
		'font-weight': 'bold',
	});
	return joined([
		faces(removed, STYLES.removed),
		faces(added, STYLES.added),
		faces(resurfaced, STYLES.resurfaced),
		lines === '' ? '' : element('path', { d: lines, fill: 'none', stroke: RELINKED, 'stroke-width': 4 }),
		ways.length === 0 ? '' : `<g${attributes({ fill: MOVED, stroke: MOVED })}>${ways.join('')}</g>`,
		labels.join('') === '' ? '' : `<g${lettering}>${labels.join('')}</g>`,
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
		`<g${attributes({ fill: MOVED, stroke: MOVED })}>${wayOf(x + 2, y, x + 32, y)}</g>`;
	const rows = [
		{ count: shifted.length, text: `${counted(shifted.length, 'room')} moved as a whole`, sign: arrow },
		{ count: removed.length, text: `${counted(removed.length, 'face')} removed`, sign: box(STYLES.removed) },
		{ count: added.length, text: `${counted(added.length, 'face')} added`, sign: box(STYLES.added) },
		{
			count: resurfaced.length,
			text: `${counted(resurfaced.length, 'face')} with another surface`,
			sign: box(STYLES.resurfaced),
		},
		{ count: moved.length, text: `${counted(moved.length, 'vertex', 'vertices')} moved`, sign: arrow },
		{
			count: relinked.length,
			text: `${counted(relinked.length, 'edge')} linked elsewhere`,
			sign: (x: number, y: number) => element('path', { d: `M${x} ${y}h34`, stroke: RELINKED, 'stroke-width': 4 }),
		},
	];
	const found = rows.filter(({ count }) => count > 0);
	return found.length > 0 ? found : [{ text: 'nothing', sign: () => '' }];
}
