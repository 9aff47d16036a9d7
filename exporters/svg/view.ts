import { mapped, type Vec3 } from '../../src/mesh/vec3.ts';
import { withDefaults } from '../../src/options/options.ts';
import { counted } from '../../src/text/numbers.ts';
import { toHexColour } from '../../src/walkmesh/colours.ts';
import { type SurfaceTable, surfaceLabel } from '../../src/walkmesh/surfaces.ts';
import { type Camera, cameraOf, type Facet, facetsOf, type Rim, type ViewName } from './facets.ts';
import { drawFrame, drawGrid, drawScaleBar, drawTitle, GAP, gridOf, LEFT, originOf, project, TOP } from './frame.ts';
import { checkWidth, PLAN_OPTIONS, type PlanOptions, type PlanRoom, type Projection } from './options.ts';
import { paletteColour, THEMES, type Theme, TRANSITION_COLOURS } from './patterns.ts';
import { type DrawnRoom, type PlanSurvey, surveyRooms } from './survey.ts';
import { boxAbout, fitted, LEAST_LETTERS, Placer, textWidth } from './words.ts';
import { attributes, element, joined, openPicture, pixels, textElement } from './xml.ts';

/** Pictures of a level from the side, with light and shade. */

/** Coordinates and scale bar stand below the sheet. */
const BELOW = 64;
/** Brightness of a surface's colour in the shade. */
const SHADE = 0.62;
/** How much paler the farthest faces are than the nearest, in parallel views, where nothing else shows distance. */
const HAZE = 0.6;
/** Walls are of one colour, so that the ground stands out; linear RGB. */
const WALL: Vec3 = [0.5, 0.47, 0.43];
/** Faces whose unit normal has a smaller z than this are walls. */
const UPRIGHT = 0.3;
const NAME_SIZES = [14, 12, 10, LEAST_LETTERS];

/**
 * Draws walkmeshes seen from one side: the faces towards the eye, nearer over farther. Only the inner side of walls is visible.
 *
 * @returns the text of an SVG, the same for the same rooms and options
 * @throws UsageError when the width is not a number from 400 to 20000
 */
export function writeView(
	view: ViewName,
	rooms: readonly PlanRoom[],
	table: SurfaceTable,
	options: PlanOptions = {},
): string {
	const { width, palette, theme: themeName } = withDefaults(PLAN_OPTIONS, options);
	checkWidth(width, 'picture');
	const theme = THEMES[themeName];
	const survey = surveyRooms(rooms, table);
	const bounds = survey.bounds ?? [0, 0, 0, 0, 0, 0];
	const camera = cameraOf(view, bounds);
	const extent = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
	const facets = facetsOf(
		survey.rooms.map(({ mesh }) => mesh),
		camera,
		extent,
		table,
	);
	const projection = project(seenBounds(survey, camera), LEFT, TOP, width - LEFT - GAP);
	const { sheet } = projection;
	const bottom = sheet.y + sheet.height;
	const colours = new Map(
		survey.totals.map(({ surface }) => [surface, paletteColour(surface, table, palette, theme.luminance < 0.5)]),
	);
	const names = placeNames(survey.rooms, camera, projection);
	const lines = gridOf(projection);
	const legend = drawSwatches(survey, colours, table, LEFT, bottom + (camera.isLevel ? BELOW : 14), sheet.width, theme);
	const height = Math.ceil(legend.bottom + 18);
	const head =
		options.title ?? (rooms.length === 1 ? (survey.rooms[0]?.name ?? rooms[0].name) : counted(rooms.length, 'room'));
	const left = names.left === 0 ? '' : ` · ${counted(names.left, 'name')} left out for want of room`;
	const words = `${camera.text} · ${counted(facesOf(survey), 'face')}, walls from inside only${left}`;
	return joined([
		...openPicture(
			[width, height],
			[head, words],
			{
				'data-view': view,
				...(camera.isLevel ? { 'data-scale': String(projection.scale), 'data-origin': originOf(projection) } : {}),
			},
			element('clipPath', { id: 'sheet' }, element('rect', { ...sheet })),
			theme.paper,
		),
		element('rect', { ...sheet, fill: theme.sheet }),
		'<g clip-path="url(#sheet)">',
		...(camera.isLevel ? [drawGrid(lines, projection, theme)] : []),
		`<g${attributes({ id: 'faces', 'stroke-linejoin': 'round', 'stroke-linecap': 'round' })}>`,
		drawFacets(facets, colours, projection, theme, camera),
		'</g>',
		names.markup === ''
			? ''
			: `<g${attributes({ id: 'names', fill: theme.ink, stroke: theme.sheet, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke', 'text-anchor': 'middle' })}>\n${names.markup}\n</g>`,
		'</g>',
		`<g${attributes({ fill: theme.ink })}>`,
		drawTitle(head, words, width, 12, theme),
		camera.isLevel
			? drawFrame(lines, projection, theme)
			: element('rect', { ...sheet, fill: 'none', stroke: theme.muted }),
		camera.isLevel ? drawScaleBar(LEFT, bottom + 36, projection, theme) : '',
		'</g>',
		legend.markup,
		'</svg>\n',
	]);
}

function facesOf({ totals }: PlanSurvey): number {
	return totals.reduce((sum, { faces }) => sum + faces, 0);
}

/** Bounds of all projected corners: min x, min y, max x, max y. */
function seenBounds({ rooms }: PlanSurvey, camera: Camera): [number, number, number, number] {
	const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const { mesh } of rooms) {
		for (const vertex of mesh.faces) {
			const at = vertex * 3;
			const [across, up] = camera.look(mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]);
			bounds[0] = Math.min(bounds[0], across);
			bounds[1] = Math.min(bounds[1], up);
			bounds[2] = Math.max(bounds[2], across);
			bounds[3] = Math.max(bounds[3], up);
		}
	}
	return Number.isFinite(bounds[0]) ? bounds : [0, 0, 0, 0];
}

/** Draws faces in order; consecutive faces of one colour are one path. */
function drawFacets(
	facets: readonly Facet[],
	colours: ReadonlyMap<number, Vec3>,
	{ scale, originX, originY }: Projection,
	theme: Theme,
	camera: Camera,
): string {
	const parts: string[] = [];
	const [farthest, nearest] = [facets[0]?.depth ?? 0, facets[facets.length - 1]?.depth ?? 0];
	const hazeOf = (depth: number): number =>
		camera.isLevel && farthest > nearest ? (HAZE * (depth - nearest)) / (farthest - nearest) : 0;
	let colour = '';
	let data: string[] = [];
	const flush = (): void => {
		if (data.length > 0)
			parts.push(element('path', { d: data.join(''), fill: colour, stroke: colour, 'stroke-width': 0.6 }));
		data = [];
	};
	const rimStyles: Readonly<Record<Exclude<Rim, 'none'>, Parameters<typeof attributes>[0]>> = {
		perimeter: { stroke: theme.perimeter, 'stroke-width': 1.3 },
		transition: { stroke: TRANSITION_COLOURS.line, 'stroke-width': 3 },
	};
	for (const facet of facets) {
		const haze = Math.round(hazeOf(facet.depth) * 24) / 24;
		const own = shaded(facet, colours.get(facet.surface) as Vec3, haze, theme);
		if (own !== colour) flush();
		colour = own;
		const at = (corner: number): string =>
			`${pixels(originX + facet.points[corner * 2] * scale)} ${pixels(originY - facet.points[corner * 2 + 1] * scale)}`;
		data.push(`M${at(0)}L${at(1)}L${at(2)}z`);
		facet.rims.forEach((rim, corner) => {
			if (rim === 'none') return;
			flush();
			parts.push(element('path', { d: `M${at(corner)}L${at((corner + 1) % 3)}`, fill: 'none', ...rimStyles[rim] }));
		});
	}
	flush();
	return parts.join('\n');
}

/** The colour of a face with light and haze; unwalkable faces are greyer. */
function shaded(
	{ light, walkable, level }: Pick<Facet, 'light' | 'walkable' | 'level'>,
	colour: Vec3,
	haze: number,
	theme: Theme,
): string {
	const grey = (colour[0] + colour[1] + colour[2]) / 3;
	const share = SHADE + (1 - SHADE) * light;
	const own = walkable ? colour : level < UPRIGHT ? WALL : mapped(colour, (each) => each * 0.5 + grey * 0.5);
	const dim = theme.luminance < 0.5 && own === WALL ? 0.4 : 1;
	return toHexColour(mapped(own, (each) => each * share * dim * (1 - haze) + theme.luminance * haze));
}

/** Names at the middle of the ground of each room, the largest rooms first. */
function placeNames(
	rooms: readonly DrawnRoom[],
	camera: Camera,
	{ scale, originX, originY, sheet }: Projection,
): { readonly markup: string; readonly left: number } {
	const placer = new Placer(sheet);
	let left = 0;
	const texts = [...rooms]
		.sort((a, b) => b.size - a.size || a.index - b.index)
		.flatMap(({ name, index, mesh, height }) => {
			const [across, up] = camera.look(...middleOf(mesh, height));
			const text = index < 0 ? name : `${index} ${name}`;
			for (const size of NAME_SIZES) {
				const box = boxAbout(originX + across * scale, originY - up * scale, textWidth(text, size), size * 1.25);
				if (!placer.isFree(box)) continue;
				placer.take(box);
				return [
					textElement(box.x + box.width / 2, box.y + size, fitted(text, size, sheet.width), { 'font-size': size }),
				];
			}
			left++;
			return [];
		});
	return { markup: texts.join('\n'), left };
}

/** The middle of the face at about the height of the ground that is nearest to the middle of a room. */
function middleOf({ positions, faces, surfaces }: DrawnRoom['mesh'], height: number): Vec3 {
	const middles = Array.from(surfaces, (_, face): Vec3 => {
		const sum: [number, number, number] = [0, 0, 0];
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			for (let axis = 0; axis < 3; axis++) sum[axis] += positions[faces[corner] * 3 + axis] / 3;
		}
		return sum;
	});
	const mean = [0, 1].map((axis) => middles.reduce((sum, each) => sum + each[axis], 0) / middles.length);
	const away = ([x, y, z]: Vec3): number => (x - mean[0]) ** 2 + (y - mean[1]) ** 2 + 4 * (z - height) ** 2;
	return middles.reduce((best, each) => (away(each) < away(best) ? each : best));
}

/** The surfaces in rows below the picture. */
function drawSwatches(
	{ totals }: PlanSurvey,
	colours: ReadonlyMap<number, Vec3>,
	table: SurfaceTable,
	x: number,
	y: number,
	width: number,
	theme: Theme,
): { readonly markup: string; readonly bottom: number } {
	let [left, top] = [x, y + 12];
	// Walls have a colour of their own, whatever their surface.
	const shown = totals.filter(({ upright, faces, walkable }) => walkable || upright < faces);
	const parts = shown.map(({ surface, walkable }) => {
		const text = `${surface} ${fitted(surfaceLabel(table, surface), 11, 120)}${walkable ? '' : ' (not walkable)'}`;
		const needs = 26 + textWidth(text, 11) + 18;
		if (left > x && left + needs > x + width) [left, top] = [x, top + 20];
		const fill = shaded({ light: 1, walkable, level: 1 }, colours.get(surface) as Vec3, 0, theme);
		const part =
			element('rect', {
				x: left,
				y: top - 10,
				width: 20,
				height: 12,
				fill,
				stroke: theme.perimeter,
				'stroke-width': 0.8,
			}) + textElement(left + 26, top, text);
		left += needs;
		return part;
	});
	return {
		markup: `<g${attributes({ id: 'legend', 'font-size': 11, fill: theme.ink })}>\n${parts.join('\n')}\n</g>`,
		bottom: top,
	};
}
