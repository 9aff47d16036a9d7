import type { Passage } from './outline.ts';
import { boxAbout, type Placer } from './placer.ts';
import type { Box } from './projection.ts';
import { TRANSITION_COLOURS } from './theme.ts';
import { textWidth } from './words.ts';
import { attributes, element, escapeXml, pixels, textElement } from './xml.ts';

/** A passage on the sheet. */
export interface DrawnPassage extends Passage {
	/** Name of the room it belongs to, and of the one behind it as far as known. */
	readonly from: string;
	readonly target: string;
	/** Data of its line. */
	readonly line: string;
	readonly arrow: Arrow;
}

/** From a place inside the room, across the line, to the room behind it; pixels. */
interface Arrow {
	readonly x: number;
	readonly y: number;
	/** Unit vector. */
	readonly dx: number;
	readonly dy: number;
}

/** Half the length of an arrow, pixels. */
const REACH = 13;

/**
 * Arrows stand right of the middle as one walks through, so that those of both directions stand side by side, as lanes do.
 */
const LANE = 8;

const ARROW = 'M-13-2h14v-5l12 7-12 7v-5h-14z';

/** The arrow of a line that has its room on the left. @param points x, y in turn, hundredths of a pixel, y down */
export function arrowAcross(points: readonly (readonly [x: number, y: number])[], scale: number): Arrow {
	let length = 0;
	for (let i = 1; i < points.length; i++) length += distance(points[i - 1], points[i]);
	const lane = Math.min(LANE * scale * 100, length / 4);
	// Right of someone who walks out of the room is where the line comes from.
	let rest = Math.max(0, length / 2 - lane);
	let at = 1;
	while (at < points.length - 1 && rest > distance(points[at - 1], points[at])) {
		rest -= distance(points[at - 1], points[at]);
		at++;
	}
	const [from, to] = [points[at - 1], points[at]];
	const side = distance(from, to);
	const share = side === 0 ? 0 : rest / side;
	const first = points[0];
	const last = points[points.length - 1];
	const chord = distance(first, last);
	const [dx, dy] =
		chord > 0
			? [(last[0] - first[0]) / chord, (last[1] - first[1]) / chord]
			: side > 0
				? [(to[0] - from[0]) / side, (to[1] - from[1]) / side]
				: [1, 0];
	return {
		x: (from[0] + (to[0] - from[0]) * share) / 100,
		y: (from[1] + (to[1] - from[1]) * share) / 100,
		dx: -dy,
		dy: dx,
	};
}

/** The lines of all passages, a black edge under yellow. @param scale of their width: 1 for a picture of few rooms */
export function drawPassageLines(passages: readonly DrawnPassage[], scale: number): string {
	const drawn = passages.filter(({ line }) => line !== '');
	const lines = drawn.map(({ line, from, target, to, edges }) =>
		element(
			'path',
			{ d: line, 'data-to': String(to) },
			element('title', {}, escapeXml(`${from} to ${target}: ${edges} ${edges === 1 ? 'edge' : 'edges'}`)),
		),
	);
	const edge = drawn.map(({ line }) => line).join('');
	return (
		element('path', { d: edge, stroke: TRANSITION_COLOURS.edge, 'stroke-width': 6.5 * scale }) +
		`\n<g${attributes({ stroke: TRANSITION_COLOURS.line, 'stroke-width': 3.5 * scale })}>\n${lines.join('\n')}\n</g>`
	);
}

/** The arrows; the places they stand in are taken. */
export function drawArrows(passages: readonly DrawnPassage[], placer: Placer, scale: number): string {
	const arrows = passages.map(({ arrow: { x, y, dx, dy } }) => {
		placer.take(boxAbout(x, y, (2 * REACH * Math.abs(dx) + 8) * scale, (2 * REACH * Math.abs(dy) + 8) * scale));
		const turn = [dx, dy, -dy, dx].map((each) => Number((each * scale).toFixed(4))).join(' ');
		return element('path', { d: ARROW, transform: `matrix(${turn} ${pixels(x)} ${pixels(y)})` });
	});
	const style = attributes({
		fill: TRANSITION_COLOURS.line,
		stroke: TRANSITION_COLOURS.edge,
		'stroke-width': 1.3,
		'stroke-linejoin': 'round',
	});
	return `<g${style}>\n${arrows.join('\n')}\n</g>`;
}

/**
 * Index and name of the room behind each passage, on this side of it where there is room; fewer words where there is not.
 *
 * @returns how many have no label at all, too
 */
export function labelPassages(
	passages: readonly DrawnPassage[],
	placer: Placer,
	scale: number,
): { markup: string; unlabelled: number } {
	const labels = passages.flatMap((passage) => {
		const short = String(passage.to);
		for (const [text, unscaled] of [
			[passage.target, 11],
			[passage.target, 9],
			[short, 10],
			[short, 7],
		] as const) {
			const size = unscaled * scale;
			const box = placer.takeFirst(besides(passage.arrow, textWidth(text, size) + size * 0.4, size * 1.25, scale));
			if (box === undefined) continue;
			return [textElement(box.x + box.width / 2, box.y + size * 0.98, text, { 'font-size': size })];
		}
		return [];
	});
	return { markup: labels.join('\n'), unlabelled: passages.length - labels.length };
}

/** Along the arrow and across it, in steps of a label: the room's own side first, then beyond, then farther aside. */
const BESIDES: readonly (readonly [along: number, across: number])[] = [
	...[-1, -1.5, 1, 1.5].flatMap((along) => [0, 0.5, -0.5, 1, -1].map((across) => [along, across] as const)),
	...[-1, 1].flatMap((along) => [2, -2].map((across) => [along, across] as const)),
];

/** Behind the arrow's tail, beside it, before its head. */
function* besides({ x, y, dx, dy }: Arrow, width: number, height: number, scale: number): Generator<Box> {
	for (const [along, across] of BESIDES) {
		// As far out as the box reaches in this direction, and a little more.
		const reach = (Math.abs(dx) * width + Math.abs(dy) * height) / 2 + (REACH + 5) * scale;
		const aside = (Math.abs(dy) * width + Math.abs(dx) * height) / 2;
		yield boxAbout(
			x + dx * reach * along - dy * aside * across,
			y + dy * reach * along + dx * aside * across,
			width,
			height,
		);
	}
}

function distance(a: readonly [number, number], b: readonly [number, number]): number {
	return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
