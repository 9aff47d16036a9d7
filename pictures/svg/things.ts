import { nameOf, THING_KINDS, type Thing, type ThingKind } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { hookNames } from '../../src/scene/inspection.ts';
import { element, escapeXml, pixels, textElement } from '../../src/text/xml.ts';
import { onSheet, type Projection } from './options.ts';
import { TRANSITION_COLOURS } from './patterns.ts';
import { boxAbout, type Placer, textWidth } from './words.ts';

/** The point where a character stands to use a door or placeable. */
export interface PlanHook {
	readonly name: string;
	/** Position in metres, in the space in which the walkmesh is drawn. */
	readonly x: number;
	readonly y: number;
}

/** The hooks of a door or placeable; those at (0, 0, 0) were never set. */
export function hooksOf(mesh: Walkmesh): PlanHook[] {
	return hookNames(mesh)
		.filter(({ hook }) => hook.some((value) => value !== 0) && hook.every(Number.isFinite))
		.map(({ name, hook }) => ({ name, x: hook[0] + mesh.position[0], y: hook[1] + mesh.position[1] }));
}

/** A diamond in the colours of links, pixels. */
export function hookMark(x: number, y: number, name?: string): string {
	return element(
		'path',
		{
			d: 'M-7 0l7-7 7 7-7 7z',
			transform: `translate(${pixels(x)} ${pixels(y)})`,
			fill: TRANSITION_COLOURS.line,
			stroke: TRANSITION_COLOURS.edge,
			'stroke-width': 1.5,
		},
		name === undefined ? undefined : element('title', {}, escapeXml(name)),
	);
}

/** Draws a mark for each hook and occupies its box. */
export function drawHooks(hooks: readonly PlanHook[], projection: Projection, placer: Placer): string {
	const marks = hooks.map(({ name, x, y }) => {
		const [left, top] = onSheet(projection, x, y);
		placer.take(boxAbout(left, top, 16, 16));
		return hookMark(left, top, name);
	});
	return marks.join('\n');
}

/** The names of the hooks, above or below them. */
export function nameHooks(hooks: readonly PlanHook[], projection: Projection, placer: Placer): string {
	return hooks
		.map(({ name, x, y }) => {
			const width = textWidth(name, 11) + 4;
			const [left, top] = onSheet(projection, x, y);
			const places = [-18, 18, -34, 34].map((dy) => boxAbout(left, top + dy, width, 14));
			const box = placer.takeFirst(places);
			return box === undefined ? '' : textElement(box.x + width / 2, box.y + 11, name, { 'font-size': 11 });
		})
		.join('');
}

/** Signs of things: a path in pixels relative to the thing's position, rotated by its bearing. */
const SIGNS: Readonly<Record<ThingKind, { readonly d: string; readonly fill: string }>> = {
	creature: { d: 'M-5-5h6l6 5-6 5h-6z', fill: '#d9632b' },
	door: { d: 'M-9-2.5h18v5h-18z', fill: '#2b6fd9' },
	encounter: { d: 'M0-6l6 10h-12z', fill: '#c2184b' },
	sound: { d: 'M-3-3h6v6h-6z', fill: '#777777' },
	store: { d: 'M-6-4h12l-2 8h-8z', fill: '#b39b12' },
	trigger: { d: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0', fill: '#b32bb3' },
	waypoint: { d: 'M-4-5l9 5-9 5 2-5z', fill: '#1e8f45' },
	placeable: { d: 'M-5-5h10v10h-10z', fill: '#8a5a1e' },
	camera: { d: 'M0 0l9-5v10z', fill: '#1e8a96' },
};
const OUTLINED: readonly ThingKind[] = ['trigger', 'encounter'];

export interface ThingCount {
	readonly kind: ThingKind;
	readonly count: number;
	/** Its sign at a point in pixels. */
	sign(x: number, y: number): string;
}

/** How many things there are of each kind, in the order of a GIT, and the sign of each. */
export function thingCounts(things: readonly Thing[]): ThingCount[] {
	return THING_KINDS.flatMap((kind) => {
		const count = things.filter((thing) => thing.kind === kind).length;
		return count === 0 ? [] : [{ kind, count, sign: (x: number, y: number) => sign(kind, x, y) }];
	});
}

function sign(kind: ThingKind, x: number, y: number, bearing = 0, title?: string): string {
	const turn = bearing === 0 ? '' : ` rotate(${pixels(-bearing)})`;
	return element(
		'path',
		{
			d: SIGNS[kind].d,
			transform: `translate(${pixels(x)} ${pixels(y)})${turn}`,
			fill: SIGNS[kind].fill,
			stroke: '#ffffff',
			'stroke-width': 1,
		},
		title === undefined ? undefined : element('title', {}, escapeXml(title)),
	);
}

/** A sign for each thing, and the ground of triggers and encounters as dashed outlines. */
export function drawThings(things: readonly Thing[], projection: Projection): string {
	const isDrawn = ({ position }: Thing): boolean =>
		position.every((value) => Number.isFinite(value) && Math.abs(value) < 1e6);
	const outlines = things
		.filter((thing) => isDrawn(thing) && OUTLINED.includes(thing.kind) && (thing.corners?.length ?? 0) > 1)
		.map(({ kind, corners = [] }) => {
			const points = corners.map(([x, y]) => onSheet(projection, x, y).map(pixels).join(' '));
			return element('path', {
				d: `M${points.join('L')}z`,
				fill: SIGNS[kind].fill,
				'fill-opacity': 0.12,
				stroke: SIGNS[kind].fill,
				'stroke-dasharray': '5 3',
			});
		});
	const signs = things.filter(isDrawn).map((thing) => {
		const [x, y] = onSheet(projection, thing.position[0], thing.position[1]);
		return sign(thing.kind, x, y, Number((thing.bearing ?? 0).toFixed(2)), nameOf(thing));
	});
	return [...outlines, ...signs].join('\n');
}
