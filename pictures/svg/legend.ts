import type { Severity } from '../../src/findings/report.ts';
import { type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import { counted, grouped } from '../../src/text/numbers.ts';
import { type Attributes, element, group, textElement } from '../../src/text/xml.ts';
import { changeRows } from './changes.ts';
import { type Cause, LEAK_COLOUR, MOST_DRAWN, MOST_LISTED, pinSign } from './marks.ts';
import type { PlanChanges } from './options.ts';
import { type Paint, type Theme, TRANSITION_COLOURS } from './patterns.ts';
import { CUT_STYLE, WALL_WIDTH } from './rooms.ts';
import type { PlanSurvey } from './survey.ts';
import { hookMark, type ThingCount } from './things.ts';
import { fitted, metres, squareMetres, wrap } from './words.ts';

export interface LegendContent {
	readonly survey: PlanSurvey;
	readonly paints: ReadonlyMap<number, Paint>;
	readonly table: SurfaceTable;
	/** In the order of their numbers. */
	readonly causes: readonly Cause[];
	/** Transition edges in the picture. */
	readonly transitions: number;
	/** Which optional signs are drawn. */
	readonly shows: Readonly<Record<'covered' | 'cuts' | 'heights' | 'leaks' | 'slopes', boolean>>;
	/** Explanation of the faint outlines; empty without any. */
	readonly around: string;
	/** Most causes that are listed. */
	readonly mostCauses?: number;
	/** Changes from an older state. */
	readonly changes?: PlanChanges;
	/** Things in the area. */
	readonly things: readonly ThingCount[];
}

/** Width of the column, pixels. */
export const LEGEND_WIDTH = 330;

/** Number of causes for which space is always reserved. */
const LEAST_CAUSES = 4;

const LINE = 16;
const SWATCH_WIDTH = 34;
const SWATCH_HEIGHT = 15;

/** Writes one part below the other. */
class Column {
	y: number;
	readonly parts: string[] = [];
	readonly x: number;
	readonly theme: Theme;

	constructor(x: number, y: number, theme: Theme) {
		this.x = x;
		this.y = y;
		this.theme = theme;
	}

	add(markup: string): void {
		this.parts.push(markup);
	}

	heading(text: string): void {
		this.y += this.parts.length === 0 ? 12 : 30;
		this.add(textElement(this.x, this.y, text, { 'font-size': 14, 'font-weight': 'bold' }));
		this.y += 8;
	}

	/** A sign, whose middle is 16 pixels further down, and what it means. */
	row(sign: string, text: string): void {
		this.y += 20;
		this.add(sign + textElement(this.x + SWATCH_WIDTH + 12, this.y, text));
	}

	/** A text of several lines. */
	text(text: string, indent = 0, values: Readonly<Record<string, string>> = {}, mostLines = 4): void {
		for (const line of wrap(text, 12, LEGEND_WIDTH - indent, mostLines)) {
			this.y += LINE;
			this.add(textElement(this.x + indent, this.y, line, values));
		}
	}
}

/** Height that a legend needs without further causes, in pixels; the sheet beside it is at least as high. */
export function legendHeight(columns: number, content: LegendContent, theme: Theme): number {
	const causes = content.causes.slice(0, LEAST_CAUSES);
	const { bottom } = drawLegend(Array(columns).fill(0), 0, Infinity, { ...content, causes }, theme);
	return Math.ceil(bottom + (content.causes.length > LEAST_CAUSES ? 2 * LINE : 0));
}

/**
 * The columns that explain the picture: surfaces, then everything else below them or in a column of its own.
 *
 * @param xs left sides of the columns, one or two @param y their top @param most their lowest bottom, in pixels
 * @returns `bottom`: bottom of the longest column; `listed`: number of causes that fit
 */
export function drawLegend(
	xs: readonly number[],
	y: number,
	most: number,
	content: LegendContent,
	theme: Theme,
): { markup: string; bottom: number; listed: number } {
	const columns = xs.map((x) => new Column(x, y, theme));
	addSurfaces(columns[0], content);
	const rest = columns[columns.length - 1];
	addLines(rest, content);
	addChanges(rest, content.changes);
	addThings(rest, content.things);
	const listed = addCauses(rest, content.causes, most, content.mostCauses);
	const parts = columns.flatMap((column) => column.parts);
	return {
		markup: group({ 'font-size': 12, fill: theme.ink }, parts.join('\n')),
		bottom: Math.max(...columns.map((column) => column.y)) + 6,
		listed,
	};
}

function addSurfaces(column: Column, { survey, paints, table }: LegendContent): void {
	for (const walkable of [true, false]) {
		// Surfaces with vertical faces only are explained among the lines.
		const rows = survey.totals.filter((row) => row.walkable === walkable && (walkable || row.upright < row.faces));
		if (rows.length === 0) continue;
		column.heading(walkable ? 'Walkable: filled' : 'Not walkable: hatched');
		const { x, theme } = column;
		const head = { fill: theme.muted, 'font-size': 11, 'text-anchor': 'end' };
		column.add(
			textElement(x + 255, column.y - 8, 'faces', head) + textElement(x + LEGEND_WIDTH, column.y - 8, 'm²', head),
		);
		for (const { surface, faces, area } of rows) {
			column.y += SWATCH_HEIGHT + 7;
			const end = { 'text-anchor': 'end' };
			column.add(
				drawSwatch(x, column.y - SWATCH_HEIGHT + 3, paints.get(surface) as Paint) +
					textElement(x + SWATCH_WIDTH + 30, column.y, String(surface), { ...end, 'font-weight': 'bold' }) +
					textElement(x + SWATCH_WIDTH + 40, column.y, fitted(surfaceLabel(table, surface), 12, 118)) +
					textElement(x + 255, column.y, grouped(faces), end) +
					textElement(x + LEGEND_WIDTH, column.y, squareMetres(area), end),
			);
		}
	}
}

function drawSwatch(x: number, y: number, { walkable, colour, line, pattern }: Paint): string {
	const box = { x, y, width: SWATCH_WIDTH, height: SWATCH_HEIGHT };
	const hatched = pattern === undefined ? '' : element('rect', { ...box, fill: `url(#${pattern})` });
	if (!walkable) return hatched + element('rect', { ...box, fill: 'none', stroke: line });
	return (
		element('rect', { ...box, fill: colour }) + hatched + element('rect', { ...box, fill: 'none', stroke: '#000000' })
	);
}

function addLines(column: Column, { transitions, survey, shows, around }: LegendContent): void {
	const { x, theme } = column;
	const indent = SWATCH_WIDTH + 12;
	const hooks = survey.rooms.some((room) => room.hooks.length > 0);
	const ground = survey.totals.some(({ walkable }) => walkable);
	const walls = survey.totals.reduce((sum, { walkable, upright }) => sum + (walkable ? 0 : upright), 0);
	const sample = (style: Attributes): string =>
		element('path', { d: `M${x} ${column.y - 4}h${SWATCH_WIDTH}`, ...style });
	const row = (height: number, drawn: () => string, text: string): void => {
		if (column.y === headed) column.y += 16 - height;
		column.y += height;
		column.add(drawn() + textElement(x + indent, column.y, text));
	};
	if (!ground && !hooks && transitions === 0 && walls === 0) return;
	column.heading('Lines');
	const headed = column.y;
	const perimeter = { stroke: theme.perimeter, 'stroke-width': 1.6 };
	if (ground) row(16, () => sample(perimeter), 'perimeter: the end of what can be walked on');
	if (walls > 0) {
		const edge = ground ? (): string => sample(perimeter) : (): string => '';
		const text = `wall: ${counted(walls, 'upright face')}`;
		row(22, () => sample({ stroke: theme.wall, 'stroke-width': WALL_WIDTH }) + edge(), text);
	}
	if (shows.covered)
		row(22, () => sample({ ...perimeter, 'stroke-dasharray': '4 3' }), 'perimeter below a higher room');
	if (around !== '') row(22, () => sample({ stroke: theme.around, 'stroke-width': 1.2 }), around);
	if (shows.cuts) row(22, () => sample({ ...CUT_STYLE, stroke: theme.muted }), 'goes on on another sheet');
	if (transitions > 0) {
		const [edge, line] = [TRANSITION_COLOURS.edge, TRANSITION_COLOURS.line];
		const both = (): string =>
			sample({ stroke: edge, 'stroke-width': 6.5 }) + sample({ stroke: line, 'stroke-width': 3.5 });
		row(22, both, `transition (${counted(transitions, 'edge')}): the arrow points to`);
		column.y += LINE;
		column.add(textElement(x + indent, column.y, 'the room with this index'));
	}
	if (shows.leaks) {
		const way = (): string => sample({ stroke: LEAK_COLOUR, 'stroke-width': 2.5, 'stroke-dasharray': '7 4' });
		const dot = (): string => element('circle', { cx: x + SWATCH_WIDTH, cy: column.y - 4, r: 4.5, fill: LEAK_COLOUR });
		row(22, () => way() + dot(), 'leak, or separate ground: at the dot');
	}
	if (hooks) row(22, () => hookMark(x + SWATCH_WIDTH / 2, column.y - 4), 'hook: where somebody stands to use it');
	const middle = x + SWATCH_WIDTH / 2;
	if (shows.heights)
		row(22, () => element('path', { d: `M${middle - 4} ${column.y - 7}h8l-4 7z` }), 'height of level ground, metres');
	if (shows.slopes) {
		const arrow = (): string => element('path', { d: `M${x + 2} ${column.y - 5}h21v-3l8 4-8 4v-3h-21z` });
		row(22, arrow, 'slope: points up, with its angle');
	}
}

function addChanges(column: Column, changes: PlanChanges | undefined): void {
	if (changes === undefined) return;
	column.heading('Different from before');
	for (const { text, sign } of changeRows(changes)) {
		column.row(sign(column.x, column.y + 16), text);
	}
}

function addThings(column: Column, things: readonly ThingCount[]): void {
	if (things.length === 0) return;
	column.heading('In the area');
	for (const { kind, count, sign } of things) {
		column.row(sign(column.x + SWATCH_WIDTH / 2, column.y + 16), counted(count, kind));
	}
}

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
	fatal: 'Fatal',
	error: 'Error',
	warning: 'Warning',
	info: 'Note',
};

function addCauses(column: Column, causes: readonly Cause[], most: number, mostCauses = MOST_LISTED): number {
	if (causes.length === 0) return 0;
	column.heading('What was found');
	const indent = 34;
	let shown = 0;
	for (const { places, text, severity } of causes.slice(0, mostCauses)) {
		const lines = wrap(`${SEVERITY_WORDS[severity]}. ${text}`, 12, LEGEND_WIDTH - indent, 4).length + 1;
		// The line that counts the remaining causes needs space, too.
		const rest = shown + 1 === causes.length ? 0 : 2 * LINE;
		if (column.y + 6 + Math.max(26, lines * LINE) + rest > most) break;
		column.y += 6;
		const top = column.y;
		column.add(pinSign(column.x + 13, top + 14, severity, shown + 1));
		column.text(`${SEVERITY_WORDS[severity]}. ${text}`, indent);
		const more = places.length === 1 ? '' : ` and ${grouped(places.length - 1)} more`;
		column.text(`at ${places[0].map(metres).join(', ')}${more}`, indent, { fill: column.theme.muted }, 1);
		column.y = Math.max(column.y, top + 26);
		shown++;
	}
	const total = causes.reduce((sum, { places }) => sum + places.length, 0);
	if (shown === causes.length) {
		if (total > MOST_DRAWN) column.text(`The ${grouped(MOST_DRAWN)} worst places are drawn.`);
		return shown;
	}
	const drawn = total > MOST_DRAWN ? `; the ${grouped(MOST_DRAWN)} worst places are drawn` : '';
	column.text(`… and ${counted(causes.length - shown, 'cause')} more${drawn}`, 0, {}, 2);
	return shown;
}
