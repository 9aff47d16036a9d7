import { hookNames } from '../../src/scene/inspection.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import type { Projection } from './options.ts';
import { TRANSITION_COLOURS } from './patterns.ts';
import { boxAbout, type Placer, textWidth } from './words.ts';
import { element, escapeXml, pixels, textElement } from './xml.ts';

/** A place where somebody stands who uses a door or placeable. */
export interface PlanHook {
	readonly name: string;
	/** Metres, where the walkmesh is drawn. */
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

/** A mark for each hook; the places they stand in are taken. */
export function drawHooks(hooks: readonly PlanHook[], { scale, originX, originY }: Projection, placer: Placer): string {
	const marks = hooks.map(({ name, x, y }) => {
		const [left, top] = [originX + x * scale, originY - y * scale];
		placer.take(boxAbout(left, top, 16, 16));
		return hookMark(left, top, name);
	});
	return marks.join('\n');
}

/** The names of the hooks, above or below them. */
export function nameHooks(hooks: readonly PlanHook[], { scale, originX, originY }: Projection, placer: Placer): string {
	return hooks
		.map(({ name, x, y }) => {
			const width = textWidth(name, 11) + 4;
			const places = [-18, 18, -34, 34].map((dy) => boxAbout(originX + x * scale, originY - y * scale + dy, width, 14));
			const box = placer.takeFirst(places);
			return box === undefined ? '' : textElement(box.x + width / 2, box.y + 11, name, { 'font-size': 11 });
		})
		.join('');
}
