import { MAKE_ANEW } from '../../src/model/recall.ts';
import { encodedText } from '../../src/text/xml.ts';
import type { InteriorData } from './interior.ts';
import { arrowAcross, arrowSign, type DrawnPassage } from './marks.ts';
import type { PlanOptions, Projection } from './options.ts';
import { PathData, passagesOf } from './outline.ts';
import type { Paint, Theme } from './patterns.ts';
import { drawGround, drawObstacles, interiorOfRoom, type RoomDrawing } from './rooms.ts';

/** Drawings of single rooms, which builds keep for the next picture. */

/** The parts of a room's drawing that do not depend on other rooms. */
export interface KeptDrawing {
	/** Markup, encoded; empty without any. */
	readonly obstacles: Uint8Array;
	readonly ground: Uint8Array;
	readonly interior: InteriorData;
	readonly passages: readonly Omit<DrawnPassage, 'from' | 'target'>[];
}

/** The settings that these parts depend on. */
interface DrawingSettings {
	readonly options: Pick<PlanOptions, 'faces' | 'recall'>;
	readonly theme: Theme;
	readonly paints: ReadonlyMap<number, Paint>;
	/** Scale of lines and letters: 1 for a picture of few rooms. */
	readonly scale: number;
}

/** A key for the settings that the drawings of all rooms of a sheet depend on. */
export function sharedByRooms(
	{ scale: zoom, originX, originY }: Projection,
	{ theme, paints, scale, options }: DrawingSettings,
): string {
	return JSON.stringify([zoom, originX, originY, theme, [...paints], scale, options.faces ?? null]);
}

/** Draws a room, unless the parts of its drawing were kept. @param shared key of the sheet's settings */
export function drawRoom(
	drawing: RoomDrawing,
	shared: string,
	{ theme, paints, scale, options }: DrawingSettings,
): KeptDrawing {
	const { room, number } = drawing;
	return (options.recall ?? MAKE_ANEW)(room.source, {
		kind: 'plan',
		part: { name: 'drawing', isLast: true },
		of: [shared, number, room.name, room.index],
		isSound: isKeptDrawing,
		make: () => ({
			obstacles: encodedText(drawObstacles(drawing, paints)),
			ground: encodedText(drawGround(drawing, paints, theme, scale, options.faces === 'outlines')),
			interior: interiorOfRoom(drawing),
			passages: drawnPassages(drawing, scale),
		}),
	});
}

function isKeptDrawing(value: unknown): value is KeptDrawing {
	const { obstacles, ground, interior, passages } = (value ?? {}) as Partial<KeptDrawing>;
	if (!(obstacles instanceof Uint8Array && ground instanceof Uint8Array && Array.isArray(passages))) return false;
	const { places, clearance, bounds, ground: cells, columns, size } = (interior ?? {}) as Partial<InteriorData>;
	const numbers: unknown[] = [clearance, columns, size, bounds?.x, bounds?.y, bounds?.width, bounds?.height];
	if (!(cells instanceof Uint8Array && numbers.every((each) => typeof each === 'number'))) return false;
	if (!(places instanceof Float64Array && places.length > 0 && places.length % 2 === 0)) return false;
	return passages.every(
		({ to, line, arrow, sign }) =>
			typeof to === 'number' && typeof line === 'string' && typeof sign === 'string' && arrow !== null,
	);
}

function drawnPassages({ room, plan }: RoomDrawing, scale: number): KeptDrawing['passages'] {
	return passagesOf(room.mesh, plan).map(({ to, edges, places }) => {
		const line = new PathData(plan).line(places).toString();
		const points = places.map((place): [number, number] => [plan.xs[place], plan.ys[place]]);
		const arrow = arrowAcross(points, scale);
		return { to, edges, line, arrow, sign: arrowSign(arrow, scale) };
	});
}
