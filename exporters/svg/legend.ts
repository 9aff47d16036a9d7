import type { Severity } from '../../src/findings/report.ts';
import { type SurfaceTable, surfaceLabel } from '../../src/walkmesh/surfaces.ts';
import { hookMark } from './hooks.ts';
import { MOST_DRAWN, MOST_LISTED, pinSign } from './marks.ts';
import type { PlanPin } from './options.ts';
import { type Paint, type Theme, TRANSITION_COLOURS } from './patterns.ts';
import type { DrawnRoom, PlanSurvey } from './survey.ts';
import type { ThingCount } from './things.ts';
import { counted, grouped, metres, squareMetres, wrap } from './words.ts';
import { attributes, element, shorten, textElement } from './xml.ts';

export interface LegendContent {
	readonly survey: PlanSurvey;
	readonly paints: ReadonlyMap<number, Paint>;
	readonly table: SurfaceTable;
	/** In the order of their numbers. */
	readonly pins: readonly PlanPin[];
	/** Rooms of which the picture does not show the name. */
	readonly unnamed: readonly DrawnRoom[];
	/** Transition edges in the picture, and how many lines of them have no label. */
	readonly transitions: number;
	readonly unlabelled: number;
	/** What stands in the area. */
	readonly things: readonly ThingCount[];
}

/** Width of the column, pixels. */
export const LEGEND_WIDTH = 330;

/** Rooms that are listed by name at most. */
const MOST_ROOMS = 60;

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

	/** A text of several lines. */
	text(text: string, indent = 0, values: Readonly<Record<string, string>> = {}, mostLines = 4): void {
		for (const line of wrap(text, 12, LEGEND_WIDTH - indent, mostLines)) {
			this.y += LINE;
			this.add(textElement(this.x + indent, this.y, line, values));
		}
	}
}

/**
 * The columns that explain the picture: surfaces, then everything else below them or in a column of its own.
 *
 * @param xs left sides of the columns, one or two @param y their upper end
 * @returns `bottom`: where the longest of them ends
 */
export function drawLegend(
	xs: readonly number[],
	y: number,
	content: LegendContent,
	theme: Theme,
): { markup: string; bottom: number } {
	const columns = xs.map((x) => new Column(x, y, theme));
	addSurfaces(columns[0], content);
	const rest = columns[columns.length - 1];
	addLines(rest, content);
	addThings(rest, content.things);
	addPins(rest, content.pins);
	addRooms(rest, content);
	const style = attributes({ 'font-size': 12, fill: theme.ink });
	const parts = columns.flatMap((column) => column.parts);
	return {
		markup: parts.length === 0 ? '' : `<g${style}>\n${parts.join('\n')}\n</g>`,
		bottom: Math.max(...columns.map((column) => column.y)),
	};
}

function addSurfaces(column: Column, { survey, paints, table }: LegendContent): void {
	for (const walkable of [true, false]) {
		const rows = survey.totals.filter((row) => row.walkable === walkable);
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
					textElement(x + SWATCH_WIDTH + 40, column.y, shorten(surfaceLabel(table, surface), 17)) +
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

function addLines(column: Column, { transitions, unlabelled, survey }: LegendContent): void {
	const { x, theme } = column;
	const indent = SWATCH_WIDTH + 12;
	const hooks = survey.rooms.some((room) => room.hooks.length > 0);
	const ground = survey.totals.some(({ walkable }) => walkable);
	if (!ground && !hooks && transitions === 0) return;
	column.heading('Lines');
	if (ground) {
		column.y += 16;
		column.add(
			element('path', { d: `M${x} ${column.y - 4}h${SWATCH_WIDTH}`, stroke: theme.perimeter, 'stroke-width': 1.6 }) +
				textElement(x + indent, column.y, 'perimeter: the end of what can be walked on'),
		);
	}
	if (transitions > 0) {
		column.y += 22;
		const d = `M${x} ${column.y - 4}h${SWATCH_WIDTH}`;
		column.add(
			element('path', { d, stroke: TRANSITION_COLOURS.edge, 'stroke-width': 6.5 }) +
				element('path', { d, stroke: TRANSITION_COLOURS.line, 'stroke-width': 3.5 }) +
				textElement(x + indent, column.y, `transition (${counted(transitions, 'edge')}): the arrow points to`),
		);
		column.y += LINE;
		column.add(textElement(x + indent, column.y, 'the room with this index and name'));
		if (unlabelled > 0) column.text(`${counted(unlabelled, 'line')} without words for want of room`, indent);
	}
	if (hooks) {
		column.y += 22;
		column.add(
			hookMark(x + SWATCH_WIDTH / 2, column.y - 4) +
				textElement(x + indent, column.y, 'hook: where somebody stands to use it'),
		);
	}
}

function addThings(column: Column, things: readonly ThingCount[]): void {
	if (things.length === 0) return;
	column.heading('In the area');
	for (const { kind, count, sign } of things) {
		column.y += 20;
		column.add(
			sign(column.x + SWATCH_WIDTH / 2, column.y - 4) +
				textElement(column.x + SWATCH_WIDTH + 12, column.y, counted(count, kind)),
		);
	}
}

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
	fatal: 'Fatal',
	error: 'Error',
	warning: 'Warning',
	info: 'Note',
};

function addPins(column: Column, pins: readonly PlanPin[]): void {
	if (pins.length === 0) return;
	column.heading('Places to look at');
	const indent = 34;
	pins.slice(0, MOST_LISTED).forEach(({ at, text, severity }, i) => {
		column.y += 6;
		const top = column.y;
		column.add(pinSign(column.x + 13, top + 14, severity, i + 1));
		column.text(`${SEVERITY_WORDS[severity]}. ${text}`, indent);
		column.text(`at ${at.map(metres).join(', ')}`, indent, { fill: column.theme.muted });
		column.y = Math.max(column.y, top + 26);
	});
	const more = pins.length - MOST_LISTED;
	if (more <= 0) return;
	const drawn = pins.length > MOST_DRAWN ? `; the ${grouped(MOST_DRAWN)} worst are drawn` : ', drawn';
	column.text(`… and ${counted(more, 'place')} more${drawn} as points without a number`);
}

function addRooms(column: Column, { unnamed, survey }: LegendContent): void {
	addRoomList(column, 'Rooms too small for their names', unnamed);
	addRoomList(column, 'Rooms without a walkmesh', survey.empty);
	if (survey.unplaced > 0) {
		column.heading('Left out');
		column.text(`${counted(survey.unplaced, 'face')} without a place: a corner is missing or not a finite number`);
	}
}

function addRoomList(
	column: Column,
	heading: string,
	rooms: readonly { readonly name: string; readonly index: number }[],
): void {
	if (rooms.length === 0) return;
	column.heading(heading);
	const { x, theme } = column;
	rooms.slice(0, MOST_ROOMS).forEach(({ name, index }, i) => {
		const left = x + (i % 2) * (LEGEND_WIDTH / 2);
		if (i % 2 === 0) column.y += LINE;
		if (index >= 0) {
			column.add(textElement(left + 28, column.y, String(index), { 'text-anchor': 'end', 'font-weight': 'bold' }));
		}
		column.add(textElement(left + 36, column.y, shorten(name, 16)));
	});
	const more = rooms.length - MOST_ROOMS;
	if (more > 0) column.text(`… and ${grouped(more)} more`, 36, { fill: theme.muted });
}
