import type { Finding, Severity } from '../../src/findings/index.ts';
import type { PlanPin } from './options.ts';
import { boxAbout, type Placer } from './placer.ts';
import type { Projection } from './projection.ts';
import { element, escapeXml, pixels } from './xml.ts';

/** Pins are numbered as far as the legend lists them; the rest are points. */
export const MOST_LISTED = 60;

const RANKS: readonly Severity[] = ['fatal', 'error', 'warning', 'info'];

/** Fill and ink of a severity, and its shape about (0, 0): no two are told apart by colour alone. */
const STYLES: Readonly<Record<Severity, { fill: string; ink: string; shape: string }>> = {
	fatal: { fill: '#7a0019', ink: '#ffffff', shape: 'M-12 0L0-12 12 0 0 12z' },
	error: { fill: '#c8102e', ink: '#ffffff', shape: 'M-12 0L0-12 12 0 0 12z' },
	warning: { fill: '#ffb81c', ink: '#000000', shape: 'M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z' },
	info: { fill: '#1f6fb2', ink: '#ffffff', shape: 'M-9-9h18v18h-18z' },
};

/** The findings that say where they are, as pins: the room, then what was found. */
export function findingPins(findings: readonly Finding[]): PlanPin[] {
	return findings.flatMap(({ message, severity, place: { at, room } }) =>
		at === undefined ? [] : [{ at, severity, text: room === undefined ? message : `${room}: ${message}` }],
	);
}

/** The worst first, otherwise as they came. */
export function sortPins(pins: readonly PlanPin[]): PlanPin[] {
	return [...pins].sort((a, b) => RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity));
}

/** The sign of a pin at a place, with its number if it has one. */
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

/** Draws the pins, signs beside their places where these are close together. @param pins in the order of their numbers */
export function drawPins(pins: readonly PlanPin[], projection: Projection, placer: Placer): string {
	const drawn = pins.map(({ at, severity, text }, i) => {
		const [x, y] = placeOnSheet(at[0], at[1], projection);
		if (!Number.isFinite(x + y)) return '';
		const title = element('title', {}, escapeXml(text));
		if (i >= MOST_LISTED) return element('g', {}, title + pinSign(x, y, severity, undefined));
		const box = placer.takeFirst(besides(x, y)) ?? boxAbout(x, y - 24, 24, 24);
		const signX = box.x + box.width / 2;
		const signY = box.y + box.height / 2;
		// Nothing is written over the place itself, nor over the line to it.
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
				pinSign(signX, signY, severity, i + 1),
		);
	});
	// The worst are drawn last, on top.
	return drawn.reverse().join('\n');
}

/** Where the sign may stand: above the place, then about it in wider and wider rings. */
function* besides(x: number, y: number): Generator<ReturnType<typeof boxAbout>> {
	for (const radius of [24, 40, 60, 85]) {
		for (let turn = 0; turn < 12; turn++) {
			const side = turn % 2 === 0 ? turn / 2 : -(turn + 1) / 2;
			const angle = (side * Math.PI) / 6;
			yield boxAbout(x + radius * Math.sin(angle), y - radius * Math.cos(angle), 25, 25);
		}
	}
}

/** The pixel of a place; places beyond the sheet are shown at its rim. */
function placeOnSheet(x: number, y: number, { scale, originX, originY, sheet }: Projection): [number, number] {
	const clamp = (value: number, low: number, size: number): number =>
		Math.min(low + size - 6, Math.max(low + 6, value));
	return [clamp(originX + x * scale, sheet.x, sheet.width), clamp(originY - y * scale, sheet.y, sheet.height)];
}
