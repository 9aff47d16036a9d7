import type { ShownLine } from '../../src/facts/lines.ts';
import { type Finding, SEVERITIES, type Severity } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { decimals } from '../../src/text/numbers.ts';
import { attributes, element, escapeXml, group, pixels, textElement } from '../../src/text/xml.ts';
import { type Box, onSheet, type PlanPin, type Projection } from './options.ts';
import type { Passage } from './outline.ts';
import { TRANSITION_COLOURS } from './patterns.ts';
import { boxAbout, LEAST_LETTERS, type Placer, textWidth } from './words.ts';

/** A cause of findings, with all its points. */
export interface Cause {
	readonly severity: Severity;
	/** Text of its first finding. */
	readonly text: string;
	/** Points in area space: the first one gets a sign with the number, the others get dots. */
	readonly places: readonly Vec3[];
}

/** The causes of pins, worst severity first, otherwise in the order of the pins. */
export function causesOf(pins: readonly PlanPin[]): Cause[] {
	const found = new Map<string, { severity: Severity; text: string; places: Vec3[] }>();
	for (const { at, text, severity, cause = text } of pins) {
		const key = `${severity} ${cause}`;
		const known = found.get(key);
		if (known === undefined) found.set(key, { severity, text, places: [at] });
		else known.places.push(at);
	}
	return [...found.values()].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** A passage on the sheet. */
export interface DrawnPassage extends Omit<Passage, 'places'> {
	/** Name of its room, and of the room behind it if known. */
	readonly from: string;
	readonly target: string;
	/** Data of its line. */
	readonly line: string;
	readonly arrow: Arrow;
	/** Markup of the arrow. */
	readonly sign: string;
}

/** An arrow across a passage to the room behind it: position in pixels, and direction. */
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
 * Offset of an arrow from the middle of its line, to the right in walking direction, in pixels. So the arrows of both directions are side by side.
 */
const LANE = 8;

const ARROW = 'M-13-2h14v-5l12 7-12 7v-5h-14z';

/** The arrow of a line that has its room on the left. @param points x, y in turn, hundredths of a pixel, y down */
export function arrowAcross(points: readonly (readonly [x: number, y: number])[], scale: number): Arrow {
	let length = 0;
	for (let i = 1; i < points.length; i++) length += distance(points[i - 1], points[i]);
	const lane = Math.min(LANE * scale * 100, length / 4);
	// The right side, when leaving the room, is towards the beginning of the line.
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
	// A level has thousands, and neither a line nor a number needs escaping.
	const lines = drawn.map(({ line, from, target, to, edges }) => {
		const title = escapeXml(`${from} to ${target}: ${edges} ${edges === 1 ? 'edge' : 'edges'}`);
		return `<path d="${line}" data-to="${to}"><title>${title}</title></path>`;
	});
	const edge = drawn.map(({ line }) => line).join('');
	return (
		element('path', { d: edge, stroke: TRANSITION_COLOURS.edge, 'stroke-width': 6.5 * scale }) +
		`\n<g${attributes({ stroke: TRANSITION_COLOURS.line, 'stroke-width': 3.5 * scale })}>\n${lines.join('\n')}\n</g>`
	);
}

/** Colour of lines to leaks. */
export const LEAK_COLOUR = '#d0021b';

/** Lines over the rooms, dashed, with a dot where each ends. */
export function drawLines(lines: readonly ShownLine[], projection: Projection, size: number): string {
	return lines
		.map(({ name, points }) => {
			const places = points.map(([x, y]) => onSheet(projection, x, y).map(pixels).join(' '));
			const [x, y] = places[places.length - 1].split(' ');
			const title = element('title', {}, escapeXml(name));
			const dashes = `${pixels(7 * size)} ${pixels(4 * size)}`;
			return (
				element('path', { d: `M${places.join('L')}`, 'stroke-width': 2.5 * size, 'stroke-dasharray': dashes }, title) +
				element('circle', { cx: x, cy: y, r: 4.5 * size, fill: LEAK_COLOUR, stroke: 'none' })
			);
		})
		.join('\n');
}

/** Draws the arrows and occupies their boxes. */
export function drawArrows(passages: readonly DrawnPassage[], placer: Placer, scale: number): string {
	for (const { arrow } of passages) {
		const [width, height] = [arrow.dx, arrow.dy].map((part) => (2 * REACH * Math.abs(part) + 8) * scale);
		placer.take(boxAbout(arrow.x, arrow.y, width, height));
	}
	const { line: fill, edge: stroke } = TRANSITION_COLOURS;
	const style = { fill, stroke, 'stroke-width': 1.3, 'stroke-linejoin': 'round' };
	return group(style, passages.map(({ sign }) => sign).join('\n'));
}

/** The markup of an arrow. */
export function arrowSign({ x, y, dx, dy }: Arrow, scale: number): string {
	const turn = decimals([dx * scale, dy * scale, -dy * scale, dx * scale], 4);
	return element('path', { d: ARROW, transform: `matrix(${turn} ${pixels(x)} ${pixels(y)})` });
}

/**
 * Labels each passage with index and name of the room behind it, on this side of it if there is space; otherwise with the index alone.
 *
 * @returns the SVG, and the number of passages without a label
 */
export function labelPassages(
	passages: readonly DrawnPassage[],
	placer: Placer,
	scale: number,
): { markup: string; unlabelled: number } {
	if (scale < LEAST_LABELLED) return { markup: '', unlabelled: passages.length };
	const labels = passages.flatMap((passage) => {
		const short = String(passage.to);
		const forms = [[short, 11] as const, [short, 9] as const];
		if (scale >= LEAST_NAMED) forms.unshift([passage.target, 11], [passage.target, 9]);
		for (const [text, unscaled] of forms) {
			const size = Math.max(LEAST_LETTERS, unscaled * scale);
			const box = placer.takeFirst(besides(passage.arrow, textWidth(text, size) + size * 0.4, size * 1.25, scale));
			if (box === undefined) continue;
			return [textElement(box.x + box.width / 2, box.y + size * 0.98, text, { 'font-size': size })];
		}
		return [];
	});
	return { markup: labels.join('\n'), unlabelled: passages.length - labels.length };
}

/** Scale below which passages are labelled without names, which would hide the plan. */
const LEAST_NAMED = 0.8;
/** Scale below which passages have no labels: a number beside an arrow would look like that of the room itself. */
const LEAST_LABELLED = 0.35;

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

/** Most causes in the legend. */
export const MOST_LISTED = 60;

/** Most findings that are drawn, the worst first; in a picture of half a million none could be recognised. */
export const MOST_DRAWN = 5000;

/** Colours and shape (relative to its point) for each severity: they do not differ by colour alone. */
const STYLES: Readonly<Record<Severity, { fill: string; ink: string; shape: string }>> = {
	fatal: { fill: '#7a0019', ink: '#ffffff', shape: 'M-12 0L0-12 12 0 0 12z' },
	error: { fill: '#c8102e', ink: '#ffffff', shape: 'M-12 0L0-12 12 0 0 12z' },
	warning: { fill: '#ffb81c', ink: '#000000', shape: 'M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z' },
	info: { fill: '#1f6fb2', ink: '#ffffff', shape: 'M-9-9h18v18h-18z' },
};

/** The findings with coordinates, as pins with room and message. */
export function findingPins(findings: readonly Finding[]): PlanPin[] {
	return findings.flatMap(({ code, message, severity, location: { at, room } }) =>
		at === undefined ? [] : [{ at, severity, cause: code, text: room === undefined ? message : `${room}: ${message}` }],
	);
}

/** The sign of a pin at a point, with its number if it has one. */
export function pinSign(x: number, y: number, severity: Severity, number: number | undefined): string {
	const { fill, ink, shape } = STYLES[severity];
	if (number === undefined) return element('circle', { cx: x, cy: y, r: 3, fill, stroke: '#000000' });
	const sign = element('path', { d: shape, fill, stroke: '#000000', 'stroke-width': 1.2 });
	const size = number > 9 ? 10 : 11.5;
	const text = element(
		'text',
		{ y: size * 0.36, 'font-size': size, 'font-weight': 'bold', fill: ink, 'text-anchor': 'middle' },
		String(number),
	);
	return element('g', { transform: `translate(${pixels(x)} ${pixels(y)})` }, sign + text);
}

/**
 * Draws the points of all causes: the first of each as a sign with its number, moved aside where points are close together; the others as dots.
 *
 * @param causes in the order of their numbers @param listed number of causes with a number @param isHere false for points on another sheet
 */
export function drawPins(
	causes: readonly Cause[],
	listed: number,
	projection: Projection,
	placer: Placer,
	isHere: (place: Vec3) => boolean = () => true,
): string {
	const points: string[] = [];
	const signs: string[] = [];
	let left = MOST_DRAWN;
	causes.forEach(({ places, severity, text }, i) => {
		const title = element('title', {}, escapeXml(text));
		const first = places.findIndex((place) => Number.isFinite(place[0] + place[1]));
		places.slice(0, left).forEach((place, nth) => {
			const [x, y] = placeOnSheet(place[0], place[1], projection);
			if (!Number.isFinite(x + y) || !isHere(place)) return;
			if (nth === first && i < listed) signs.push(numbered(x, y, severity, i + 1, title, placer));
			else points.push(element('g', {}, title + pinSign(x, y, severity, undefined)));
		});
		left = Math.max(0, left - places.length);
	});
	// The worst are drawn last, on top.
	return [...points.reverse(), ...signs.reverse()].join('\n');
}

function numbered(x: number, y: number, severity: Severity, number: number, title: string, placer: Placer): string {
	const box = placer.takeFirst(besidesOfPins(x, y)) ?? boxAbout(x, y - 24, 24, 24);
	const signX = box.x + box.width / 2;
	const signY = box.y + box.height / 2;
	// Occupies the point itself and the line from the sign to it, so that no label covers them.
	for (const share of [0, 0.3, 0.6]) {
		placer.take(boxAbout(x + (signX - x) * share, y + (signY - y) * share, 9, 9));
	}
	const leader = `M${pixels(signX)} ${pixels(signY)}L${pixels(x)} ${pixels(y)}`;
	return element(
		'g',
		{},
		title +
			element('path', { d: leader, stroke: '#ffffff', 'stroke-width': 4, 'stroke-linecap': 'round' }) +
			element('path', { d: leader, stroke: '#000000', 'stroke-width': 1.6, 'stroke-linecap': 'round' }) +
			element('circle', { cx: x, cy: y, r: 3, fill: STYLES[severity].fill, stroke: '#000000' }) +
			pinSign(signX, signY, severity, number),
	);
}

/** Boxes for the sign: above the point, then around it in wider and wider rings. */
function* besidesOfPins(x: number, y: number): Generator<ReturnType<typeof boxAbout>> {
	for (const radius of [24, 40, 60, 85]) {
		for (let turn = 0; turn < 12; turn++) {
			const side = turn % 2 === 0 ? turn / 2 : -(turn + 1) / 2;
			const angle = (side * Math.PI) / 6;
			yield boxAbout(x + radius * Math.sin(angle), y - radius * Math.cos(angle), 25, 25);
		}
	}
}

/** The pixel of a point; points outside the sheet are moved to its border. */
function placeOnSheet(x: number, y: number, projection: Projection): [number, number] {
	const { sheet } = projection;
	const [left, top] = onSheet(projection, x, y);
	const clamp = (value: number, low: number, size: number): number =>
		Math.min(low + size - 6, Math.max(low + 6, value));
	return [clamp(left, sheet.x, sheet.width), clamp(top, sheet.y, sheet.height)];
}
