import {
	type Joint,
	KIT_FINDINGS,
	type KitRoom,
	type PlacedRoom,
	type PlannedRoom,
	placeRooms,
} from '../../level/kit/assemble.ts';
import { kitDoorways } from '../../level/kit/kit.ts';
import { Effort } from '../../level/query/effort.ts';
import { type JoinOptions, RECIPE_OPTIONS } from '../../pipeline/options.ts';
import { levelRecipe, resolveRecipe, runStages, stagesOf } from '../../pipeline/recipe.ts';
import type { Registry } from '../../pipeline/registry.ts';
import type { StageContext } from '../../pipeline/stages/stage.ts';
import { type GivenOf, given } from '../../src/findings/options.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import { type InputSource, pathOrName } from '../../src/formats/contracts.ts';
import { checkRooms, checkTriangles, LIMIT_OPTIONS, ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { moveWalkmesh, reportPrecision, translation } from '../../src/geometry/transform.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import { halfTurn } from '../../src/math/affine.ts';
import { mapped, plus, type Vec3 } from '../../src/math/vec3.ts';
import type { Layout, LayoutDoorHook, Level } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { LINK_OPTIONS } from '../../src/seams/link.ts';
import { dataFault, isObject, jsonProblem } from '../../src/text/quote.ts';
import { faultsIn, refuseFaults, shown } from '../config/config-keys.ts';
import { PLAN_KEYS, PLAN_ROOM_KEYS, type Plan } from './plan-keys.ts';

/** A room farther than this from the origin, in metres, gets its own origin in its middle. */
const FAR = 20;

/**
 * The rooms of a kit with their doorways, each moved to its own origin: its position in the layout; without a layout the origin of its file, or
 * the middle of the room where that is far away. A room without doorways is reported.
 *
 * @param maxSteps most steps of the search for walls
 * @throws InputError when it takes more steps
 *
 * @example
 * for (const { name, doorways } of kitRooms(level, K1, report)) console.log(name, doorways.length, 'doorways');
 */
export function kitRooms(
	{ layout, rooms }: Level,
	surfaces: SurfaceTable,
	report: Report,
	maxSteps?: number,
): KitRoom[] {
	// Walls are looked for at perimeter edges, and rooms have few of these however many faces they have.
	const effort = new Effort(0, maxSteps);
	return rooms.flatMap(({ name, walkmesh }, index): KitRoom[] => {
		if (walkmesh === undefined || walkmesh.surfaces.length === 0 || walkmesh.kind !== 'area') return [];
		const origin = originOf(walkmesh, layout.rooms[index]?.position ?? [0, 0, 0]);
		const own = moveWalkmesh(walkmesh, translation(negated(origin)));
		const hooks = layout.doorHooks
			.filter(({ room }) => room.toLowerCase() === name.toLowerCase())
			.map(({ position }) => ({ position: plus(position, negated(origin)) }));
		const doorways = kitDoorways(own, surfaces, hooks, effort);
		if (doorways.length === 0) report.add(KIT_FINDINGS.KIT_WITHOUT_DOORWAYS, { room: name }, {});
		return [{ name, walkmesh: own, doorways }];
	});
}

function originOf({ positions }: Walkmesh, position: Vec3): Vec3 {
	if (position.some((value) => value !== 0)) return position;
	const bounds = boundsOf(positions);
	if (bounds === undefined) return position;
	const [x0, y0, z0, x1, y1] = bounds;
	const off = Math.hypot(Math.max(x0, -x1, 0), Math.max(y0, -y1, 0));
	return off <= FAR ? position : [Math.round((x0 + x1) / 2), Math.round((y0 + y1) / 2), Math.round(z0)];
}

function negated([x, y, z]: Vec3): Vec3 {
	return [0 - x, 0 - y, 0 - z];
}

/**
 * Reads a plan.
 * @throws UsageError with a line for each fault: the path of the key, what is wrong, and what is allowed there; InputError when it cannot be read
 *
 * @example
 * const { rooms } = await readPlan(await openFile('plan.json', report));
 */
export async function readPlan(source: InputSource): Promise<Plan> {
	const file = pathOrName(source);
	const value = parsed(new TextDecoder().decode(await source.bytes()), file);
	refuseFaults(file, planFaults(value));
	return value as Plan;
}

function* planFaults(plan: unknown): Generator<string> {
	if (!isObject(plan)) {
		yield `must be an object, is ${shown(plan)}`;
		return;
	}
	yield* faultsIn(plan, PLAN_KEYS, '', ['name', 'rooms']);
	const rooms = Array.isArray(plan['rooms']) ? plan['rooms'] : [];
	for (const [index, room] of rooms.entries())
		if (isObject(room)) yield* faultsIn(room, PLAN_ROOM_KEYS, `rooms[${index}].`, ['room']);
}

function parsed(text: string, file: string): unknown {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new UsageError(`${file}: not JSON: ${jsonProblem(text, error as Error)}`);
	}
	const fault = dataFault(value);
	if (fault !== undefined) throw new UsageError(`${file}: ${fault}`);
	return value;
}

/** Limits for plans, because a plan of a few bytes can use a room any number of times. */
const ASSEMBLE_LIMIT_OPTIONS = { ...ROOM_LIMIT_OPTIONS, ...LIMIT_OPTIONS };
/** Default limit of triangles in the assembled level. */
const MOST_TRIANGLES = 2 ** 18;

/** @throws InputError for a plan beyond the limits */
function checkPlan(
	{ rooms }: Plan,
	kit: ReadonlyMap<string, KitRoom>,
	{ maxRooms, maxTriangles = MOST_TRIANGLES }: GivenOf<typeof ASSEMBLE_LIMIT_OPTIONS>,
	report: Report,
): void {
	checkRooms(rooms.length, undefined, maxRooms, report);
	const facesOf = (name: string): number => kit.get(name.toLowerCase())?.walkmesh.surfaces.length ?? 0;
	const triangles = rooms.reduce((sum, { room }) => sum + facesOf(room), 0);
	checkTriangles(triangles, maxTriangles, report);
}

/** An assembled level, and which of its doorways are joined. */
export interface Assembled {
	readonly level: Level;
	readonly joints: readonly Joint[];
}

/**
 * Assembles rooms of a kit as a plan says, and links them. Doorways that do not meet are reported as errors, with the measured distance.
 * @throws UsageError for a room or doorway that does not exist
 *
 * @example
 * const kit = kitRooms(level, K1, report);
 * const plan = { name: 'm99aa', rooms: [{ name: 'hall', room: kit[0].name }] };
 * const assembled = await assembleLevel(plan, kit, {}, { report, surfaces: K1 }, createRegistry());
 * console.log(assembled.level.rooms.length, 'rooms,', assembled.joints.length, 'joints');
 */
export async function assembleLevel(
	plan: Plan,
	kit: readonly KitRoom[],
	options: JoinOptions & GivenOf<typeof ASSEMBLE_LIMIT_OPTIONS>,
	context: StageContext,
	registry: Registry,
): Promise<Assembled> {
	const { report } = context;
	const byName = new Map(kit.map((room) => [room.name.toLowerCase(), room]));
	checkPlan(plan, byName, options, report);
	const planned = plan.rooms.map(
		(room, index): PlannedRoom => ({
			...room,
			name: room.name ?? `${plan.name}_${String(index + 1).padStart(2, '0')}`,
		}),
	);
	const { rooms, joints } = placeRooms(planned, byName);
	for (const [index, { name, walkmesh }] of rooms.entries()) {
		const own = byName.get(planned[index].room.toLowerCase());
		if (own !== undefined) reportPrecision(own.walkmesh, walkmesh, report.within({ room: name }));
	}
	const tolerance = Math.max(options.snap ?? 0, LINK_OPTIONS.tolerance.default);
	for (const joint of joints) reportMisfit(joint, tolerance, report);
	const layout: Layout = {
		rooms: rooms.map(({ name, position }) => ({ model: name, position: mapped(position, Math.fround) })),
		tracks: [],
		obstacles: [],
		doorHooks: joints.map(doorHook),
	};
	const level: Level = {
		name: plan.name,
		layout,
		rooms: rooms.map(({ name, walkmesh }) => ({ name, walkmesh })),
		objects: [],
	};
	if (report.failed) return { level, joints };
	const linked = await runStages(
		level,
		stagesOf(resolveRecipe(levelRecipe(given(RECIPE_OPTIONS, options)), registry), 'level'),
		context,
	);
	for (const joint of joints) if (!isLinked(linked, rooms, joint)) reportOpen(joint, report);
	return { level: linked, joints };
}

function reportMisfit({ room, doorway, other, otherDoorway, misfit }: Joint, tolerance: number, report: Report): void {
	if (misfit.ends <= tolerance) return;
	const data = { doorway: doorway.number, other, otherDoorway: otherDoorway.number, tolerance, ...misfit };
	report.add(KIT_FINDINGS.KIT_MISFIT, { room, at: doorway.middle }, data);
}

function reportOpen({ room, doorway, other, otherDoorway }: Joint, report: Report): void {
	const data = { doorway: doorway.number, other, otherDoorway: otherDoorway.number };
	report.add(KIT_FINDINGS.KIT_JOINT_OPEN, { room, at: doorway.middle }, data);
}

function isLinked(level: Level, rooms: readonly PlacedRoom[], { room, other }: Joint): boolean {
	const [one, two] = [room, other].map((name) =>
		rooms.findIndex((each) => each.name.toLowerCase() === name.toLowerCase()),
	);
	return level.rooms[one].walkmesh?.transitions.includes(two) === true;
}

/** A door hook at a joint, for placing a door. It is turned so that a door, which extends along x of its model, fills the doorway. */
function doorHook({ room, doorway: { middle, bearing } }: Joint, index: number): LayoutDoorHook {
	const [sine, cosine] = halfTurn(Math.round((bearing - 90) * 1000) / 1000);
	return {
		room,
		door: `door_${String(index + 1).padStart(2, '0')}`,
		flag: 0,
		position: mapped(middle, Math.fround),
		orientation: [cosine, 0, 0, sine],
	};
}
