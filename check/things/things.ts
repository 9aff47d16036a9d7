import type { LevelQuery } from '../../level/query/level-query.ts';
import { localToWorld, type PlacedObject } from '../../level/query/placed.ts';
import { thingsOfPlacements } from '../../level/rooms/placements.ts';
import type { Location, Report } from '../../src/findings/report.ts';
import { middleOf, type Vec3 } from '../../src/math/vec3.ts';
import { type Level, nameOf, type Thing } from '../../src/model/level.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { Hit } from '../../src/plan/hits.ts';
import { LINK_OPTIONS } from '../../src/seams/link.ts';
import { LevelFacts } from '../facts/level-facts.ts';
import type { OnFoot } from '../facts/on-foot.ts';
import { GroundPieces } from '../facts/reach.ts';
import { haveOneCause, knownPlaces } from '../facts/rooms-alike.ts';
import { checkDoors, meshOf } from './doors.ts';
import { THING_FINDINGS } from './thing-findings.ts';

/**
 * Reports things of an area that do not stand where they should. Doors belong across their doorways; creatures, waypoints and stores on walkable
 * ground; corners of triggers above it; use hooks where a person can stand. Placeables may hang on walls and are reported only where they are sunk
 * into the ground; sounds and cameras never are.
 */
export function checkThings(
	onFoot: OnFoot,
	report: Report,
	pieces: () => GroundPieces = () =>
		new GroundPieces(new LevelFacts(onFoot.level, onFoot.surfaces, LINK_OPTIONS.tolerance.default)),
): void {
	const { level, surfaces } = onFoot;
	const things = thingsOf(level);
	if (things.length === 0) return;
	const ground = new Footing(onFoot, pieces, things);
	const isJudged = (thing: Thing): boolean => ground.knows(thing.position);
	const judged = things.filter(isJudged);
	const standing: Standing = { count: 0, off: [] };
	const doors = judged.filter(({ kind }) => kind === 'door');
	for (const door of checkDoors(level, doors, surfaces, (from, to) => ground.crosses(from, to), report))
		checkLoneDoor(door, ground, standing, report);
	const high: High = new Map();
	for (const thing of judged) {
		if (thing.kind === 'trigger') checkCorners(thing, ground, report);
		else if (thing.kind === 'encounter') {
			checkCorners(thing, ground, report);
			for (const spawn of thing.spawns ?? []) checkStanding({ ...thing, position: spawn }, ground, standing, high);
		} else if (thing.kind === 'creature' || thing.kind === 'waypoint' || thing.kind === 'store') {
			checkStanding(thing, ground, standing, high);
		} else if (thing.kind === 'placeable') checkSunk(thing, ground, high);
		if (thing.kind === 'door' || thing.kind === 'placeable') checkHooks(thing, level.objects, ground, report);
	}
	reportOff(standing, report);
	for (const { thing, dz, count } of high.values())
		report.add(THING_FINDINGS.THING_OFF_GROUND, whereIs(thing), { ...named(thing), dz, count });
}

function named({ kind, index, tag, template }: Thing): Pick<Thing, 'kind' | 'index' | 'tag' | 'template'> {
	return { kind, index, tag, template };
}

function whereIs(thing: Thing): Location {
	return { node: nameOf(thing), at: thing.position };
}

const thingsOf = ({ things, layout }: Level): readonly Thing[] => things ?? thingsOfPlacements(layout.objects ?? []);

/** The placeables of an area whose walkmesh is known. */
function placeablesAmong(
	things: readonly Thing[],
	objects: readonly Walkmesh[],
): { readonly thing: Thing; readonly object: PlacedObject }[] {
	return things.flatMap((thing) => {
		const object = thing.kind === 'placeable' ? placedOf(thing, objects) : undefined;
		return object === undefined ? [] : [{ thing, object }];
	});
}

/** The placeables that stand in a level, for queries. */
export function placeablesOf(level: Level): PlacedObject[] {
	return placeablesAmong(thingsOf(level), level.objects).map(({ object }) => object);
}

/** Answers where things stand in relation to the walkable ground of a level. */
class Footing {
	readonly #onFoot: OnFoot;
	readonly #query: LevelQuery;
	readonly #pieces: () => GroundPieces;
	#joined: { readonly ground: GroundPieces; readonly reached: ReadonlySet<number> } | undefined;
	readonly #table: SurfaceTable;
	/** Whether something can be said of a thing at a point. */
	readonly knows: (point: Vec3) => boolean;
	/** The placeables whose walkmesh is known, in the order of the query's objects. */
	readonly #placeables: readonly Thing[];

	/** @param onFoot with the placeables of the level */
	constructor(onFoot: OnFoot, pieces: () => GroundPieces, things: readonly Thing[]) {
		const { level, surfaces, query } = onFoot;
		this.#onFoot = onFoot;
		this.#pieces = pieces;
		this.#placeables = placeablesAmong(things, level.objects).map(({ thing }) => thing);
		this.#query = query;
		this.#table = surfaces;
		this.knows = knownPlaces(level);
	}

	/** True where edges and links lead to the ground at a point, or nearest to it, from the main part of the level; undefined where there is none. */
	isJoined(point: Vec3): boolean | undefined {
		const hit = this.#groundNear(point);
		if (hit === undefined) return undefined;
		this.#joined ??= { ground: this.#pieces(), reached: this.#pieces().reached() };
		const { reached, ground } = this.#joined;
		return reached.has(ground.pieceOf(hit.room, hit.face));
	}

	/** True where a character can walk straight from one point to another. */
	crosses([x, y, z]: Vec3, to: Vec3): boolean {
		return this.#query.walk([x, y, z + THRESHOLDS.thingHeight], to).arrived;
	}

	/** False where it is certain that nobody can walk to the ground at a point. */
	isWalkedTo(point: Vec3): boolean {
		const hit = this.#groundNear(point);
		return hit === undefined || this.#onFoot.getsTo(hit) !== false;
	}

	/** Placeables that keep a person from standing at a point, the nearest first; the distance is 0 for those that it lies in. */
	placeablesAt(point: Vec3): { readonly thing: Thing; readonly distance: number }[] {
		return this.#onFoot.objectsAt(point).map(({ object, distance }) => ({ thing: this.#placeables[object], distance }));
	}

	#groundNear([x, y, z]: Vec3): Hit | undefined {
		const found = this.#query.groundAt(x, y, z + THRESHOLDS.thingHeight);
		return found !== undefined && isWalkable(this.#table, found.surface)
			? found
			: this.#query.nearestWalkable([x, y, z]);
	}

	/** Distance of a point from the ground in plan, and height above it; of several floors the nearest counts. Undefined without any ground. */
	at([x, y, z]: Vec3): { readonly beside: number; readonly dz: number } | undefined {
		const heights = [this.#query.groundAt(x, y, z + THRESHOLDS.thingHeight), this.#query.groundAt(x, y)]
			.filter((hit) => hit !== undefined)
			.filter(({ surface }) => isWalkable(this.#table, surface))
			.map(({ point }) => z - point[2]);
		if (heights.length > 0) {
			const dz = heights.reduce((best, each) => (Math.abs(each) < Math.abs(best) ? each : best));
			return { beside: 0, dz };
		}
		const near = this.#query.nearestWalkable([x, y]);
		return near === undefined ? undefined : { beside: near.distance, dz: z - near.point[2] };
	}
}

/** How many things have been checked for standing on the ground, and those that do not. */
interface Standing {
	count: number;
	readonly off: { readonly thing: Thing; readonly distance: number }[];
}

function reportOff({ count, off }: Standing, report: Report): void {
	const [first] = off;
	if (haveOneCause(off.length, count)) {
		report.add(THING_FINDINGS.THINGS_ELSEWHERE, whereIs(first.thing), { off: off.length, count });
		return;
	}
	for (const { thing, distance } of off)
		report.add(THING_FINDINGS.THING_OFF_GROUND, whereIs(thing), { ...named(thing), distance });
}

/** By kind: the thing that is farthest above or below its ground, by how much, and how many are. */
type High = Map<Thing['kind'], { thing: Thing; dz: number; count: number }>;

function noteHeight(thing: Thing, dz: number, high: High): void {
	const known = high.get(thing.kind);
	const isWorse = known === undefined || Math.abs(dz) > Math.abs(known.dz);
	high.set(thing.kind, { ...(isWorse ? { thing, dz } : known), count: (known?.count ?? 0) + 1 });
}

function checkStanding(thing: Thing, ground: Footing, standing: Standing, high: High): void {
	const at = ground.at(thing.position);
	if (at === undefined) return;
	standing.count++;
	if (at.beside > THRESHOLDS.thingBeside) standing.off.push({ thing, distance: at.beside });
	else if (Math.abs(at.dz) > THRESHOLDS.thingHeight) noteHeight(thing, at.dz, high);
}

function checkSunk(thing: Thing, ground: Footing, high: High): void {
	const at = ground.at(thing.position);
	if (at !== undefined && at.beside === 0 && at.dz < -THRESHOLDS.thingHeight) noteHeight(thing, at.dz, high);
}

function checkLoneDoor(door: Thing, ground: Footing, standing: Standing, report: Report): void {
	const at = ground.at(door.position);
	if (at === undefined) return;
	standing.count++;
	if (at.beside > THRESHOLDS.doorBeside) standing.off.push({ thing: door, distance: at.beside });
	else if (Math.abs(at.dz) > THRESHOLDS.thingHeight)
		report.add(THING_FINDINGS.DOOR_OFF_DOORWAY, whereIs(door), { ...named(door), dz: at.dz });
}

function checkCorners(thing: Thing, ground: Footing, report: Report): void {
	const { corners = [] } = thing;
	if (corners.length === 0) return;
	const beside = corners.map((corner) => ground.at(corner)?.beside ?? Infinity);
	const off = beside.filter((distance) => distance > THRESHOLDS.thingBeside).length;
	if (off === 0) return;
	const isOver = (ground.at(middleOf(corners))?.beside ?? Infinity) <= THRESHOLDS.thingBeside;
	if (off === corners.length && !isOver && Math.min(...beside) < Infinity)
		report.add(THING_FINDINGS.THING_OFF_GROUND, whereIs(thing), { ...named(thing), distance: Math.min(...beside) });
	else report.add(THING_FINDINGS.CORNERS_OFF_GROUND, whereIs(thing), { ...named(thing), off, corners: corners.length });
}

/** A thing with its walkmesh in position, where that is known. */
function placedOf(thing: Thing, objects: readonly Walkmesh[]): PlacedObject | undefined {
	const walkmesh = meshOf(thing, objects);
	const { position, bearing = 0 } = thing;
	return walkmesh === undefined ? undefined : { walkmesh, position, bearing: (bearing * Math.PI) / 180 };
}

function checkHooks(thing: Thing, objects: readonly Walkmesh[], ground: Footing, report: Report): void {
	const placed = placedOf(thing, objects);
	if (placed === undefined) return;
	const { hooks, position } = placed.walkmesh;
	for (const [index, hook] of [hooks.relative1, hooks.relative2].entries()) {
		if (hook.every((value) => value === 0) || !hook.every(Number.isFinite)) continue;
		const local: Vec3 = [hook[0] + position[0], hook[1] + position[1], hook[2] + position[2]];
		const world = localToWorld(placed, local);
		const at = ground.at(world);
		if (at === undefined) continue;
		if (at.beside <= THRESHOLDS.hookBeside && Math.abs(at.dz) <= THRESHOLDS.hookHeight) {
			checkWay(thing, index + 1, world, ground, report);
			continue;
		}
		const distance = Math.hypot(at.beside, at.dz);
		report.add(THING_FINDINGS.HOOK_OFF_GROUND, whereIs(thing), { ...named(thing), hook: index + 1, distance });
	}
}

/** Reports a hook on ground that nobody can walk to. An object that is out of reach itself is taken to be meant so. */
function checkWay(thing: Thing, hook: number, at: Vec3, ground: Footing, report: Report): void {
	if (ground.isJoined(thing.position) !== true) return;
	const where = { ...whereIs(thing), at };
	if (ground.isJoined(at) === false) {
		report.add(THING_FINDINGS.HOOK_UNREACHABLE, where, { ...named(thing), hook });
		return;
	}
	if (ground.isWalkedTo(at)) return;
	const near = ground.placeablesAt(at);
	// A hook within its own object is reported with its file (see `checkObject`).
	if (near.some((each) => each.thing === thing && each.distance === 0)) return;
	const other = near.find((each) => each.thing !== thing);
	const past = other === undefined ? {} : { past: nameOf(other.thing) };
	report.add(THING_FINDINGS.HOOK_UNREACHABLE, where, { ...named(thing), hook, isWalled: true, ...past });
}

/** Reports a player who enters a module beside the walkable ground. The height does not count: the game looks for the ground itself. */
export function checkEntry(query: LevelQuery, at: Vec3, report: Report): void {
	const [x, y] = at;
	if (query.isWalkableAt(x, y)) return;
	const near = query.nearestWalkable([x, y]);
	if (near !== undefined && near.distance <= THRESHOLDS.thingBeside) return;
	const known = near === undefined ? {} : { distance: near.distance, nearest: near.point };
	report.add(THING_FINDINGS.MODULE_ENTRY_OFF_GROUND, { at }, known);
}
