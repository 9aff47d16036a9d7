import type { Report } from '../src/findings/report.ts';
import type { Loaded, LoadedWalkmesh } from '../src/formats/contracts.ts';
import { checkFarGround } from '../src/geometry/transform.ts';
import { groupBy } from '../src/math/arrays.ts';
import { ZERO } from '../src/math/vec3.ts';
import type { Layout } from '../src/model/level.ts';
import {
	DOOR_STATES,
	type DoorState,
	kindOfFileName,
	locationOf,
	NO_HOOKS,
	stateInName,
	type Walkmesh,
	type WalkmeshKind,
} from '../src/model/walkmesh.ts';
import { assembleScene, assembleWhole, mergeParts } from '../src/scene/assemble.ts';
import { hasHooks, namedRooms } from '../src/scene/roles.ts';
import type { Scene } from '../src/scene/scene.ts';
import { groundBounds, type Space } from '../src/scene/space.ts';
import { Markers } from '../src/seams/markers.ts';
import { baseName, stemOf } from '../src/text/paths.ts';
import { withMargins } from '../src/tree/tree.ts';
import { BUILD_FINDINGS } from './findings.ts';
import { runStages, stagesOf } from './recipe.ts';
import type { Stage, StageContext } from './stages/stage.ts';

/** Names a walkmesh in messages: `door walkmesh (closed) "gate"`. */
export function describeWalkmesh({ name, kind, doorState }: Partial<Walkmesh> & { kind: WalkmeshKind }): string {
	const state = kind === 'door' && doorState !== undefined ? ` (${doorState})` : '';
	const what = `${kind} walkmesh${state}`;
	return name === undefined || name === '' ? what : `${what} "${name}"`;
}

/** Reports doors that do not have all three states, and what is wrong with the states of a door together. */
export function reportDoorStates(
	walkmeshes: readonly Walkmesh[],
	{ surfaces, report, checks }: Pick<StageContext, 'surfaces' | 'report' | 'checks'>,
): void {
	const doors = groupBy(
		walkmeshes.filter(({ kind }) => kind === 'door'),
		({ name }) => name.toLowerCase(),
	);
	for (const states of doors.values()) {
		const { name } = states[0];
		const present = new Set(states.map(({ doorState }) => doorState ?? 'closed'));
		const missing = DOOR_STATES.filter((state) => !present.has(state)).join(', ');
		if (missing !== '') report.add(BUILD_FINDINGS.DOOR_STATE_MISSING, { room: name, kind: 'door' }, { name, missing });
		checks?.checkDoor(states, surfaces, report);
	}
}

/** What an output can hold, from its name and format. */
export interface Wanted {
	/** Kind of the walkmesh (`.wok`, `.pwk`, `.dwk`); undefined where the format holds any kind. */
	readonly kind?: WalkmeshKind;
	/** The state in the name: `door1.dwk` is for one state only, unless `door1` is the name of the model. */
	readonly doorState?: DoorState;
	/** Name of the file, which is needed to decide whether its last digit means a door state. */
	readonly output?: string;
	/** What the header of a walkmesh says is kept, whatever the name of the output says. */
	readonly keepsKind?: boolean;
	/** The output holds one model: the area if the scene has one, without its objects. */
	readonly one?: boolean;
	/** Each model has an output of its own, so the rooms of a level stay apart. */
	readonly apart?: boolean;
	/** The layout in which markers look up room names. */
	readonly layout?: Layout;
}

/** What an output can hold, from the extension of its name or of the named format. */
export function wantedBy(output: string, format = ''): Wanted {
	const kind = kindOfFileName(output) ?? kindOfFileName(`.${format}`);
	if (kind === undefined) return {};
	const state = kind === 'door' ? stateInName(output) : undefined;
	return state === undefined ? { kind } : { kind, doorState: state };
}

/** True for one walkmesh, and for different states of one door. */
export function isOneModel(walkmeshes: readonly LoadedWalkmesh[]): boolean {
	if (walkmeshes.length === 1) return true;
	const states = new Set(walkmeshes.map(({ walkmesh }) => walkmesh.doorState));
	const models = new Set(walkmeshes.map(({ walkmesh }) => walkmesh.name.toLowerCase()));
	return (
		walkmeshes.every(({ walkmesh }) => walkmesh.kind === 'door') &&
		states.size === walkmeshes.length &&
		models.size === 1
	);
}

/** The walkmeshes for an output, before stages run over them, and facts that these stages need. It does not refer to the scene, to free its memory. */
export interface Gathered {
	readonly walkmeshes: readonly LoadedWalkmesh[];
	/** For a scene: the markers that link its walkmeshes to rooms. */
	readonly markers?: Markers;
	/** For walkmeshes: the space of their coordinates, area or room. */
	readonly space?: Space;
}

/** Gathers the walkmeshes for an output; a scene first goes through the stages for scenes. */
export async function gatherWalkmeshes(
	loaded: Loaded,
	wanted: Wanted,
	stages: readonly Stage[],
	context: StageContext,
): Promise<Gathered> {
	if (loaded.kind === 'walkmeshes') {
		const fitting = ofKind(loaded.walkmeshes, wanted, context);
		const found = fitting.map(({ walkmesh }) => walkmesh);
		const doors = found.filter(({ kind }) => kind === 'door');
		const decided = withDoorState(wanted, doors.length > 0 ? doors : found, context);
		const asked = fitting.flatMap((each) => asKind(each, decided, context) ?? []);
		return { walkmeshes: asked, ...(loaded.space === undefined ? {} : { space: loaded.space }) };
	}
	const scene = await runStages(loaded.scene, stagesOf(stages, 'scene'), context);
	if (wanted.kind === undefined || wanted.kind === 'area') checkFarGround(groundBounds(scene), context.report, true);
	const markers = new Markers(scene, wanted.layout, context.report);
	return { walkmeshes: gather(scene, wanted, context), markers };
}

/** Runs the stages for walkmeshes. */
export async function finishWalkmeshes(
	{ walkmeshes: gathered, markers, space }: Gathered,
	stages: readonly Stage[],
	context: StageContext,
): Promise<LoadedWalkmesh[]> {
	const walkmeshes: LoadedWalkmesh[] = [];
	if (markers === undefined) {
		// One after another: with turns between stages, the order of findings would be one of chance.
		for (const each of gathered) walkmeshes.push(await changeWalkmesh(each, space, stages, context));
		return walkmeshes;
	}
	for (const { walkmesh: read, placements } of gathered) {
		const within = { ...context, report: context.report.within(locationOf(read)) };
		const walkmesh = await runStages(read, stagesOf(stages, 'walkmesh'), within);
		if (walkmesh.kind === 'area') walkmeshes.push({ walkmesh: markers.apply(walkmesh, context.surfaces) });
		else walkmeshes.push({ walkmesh, ...(placements === undefined ? {} : { placements }) });
	}
	if (walkmeshes.some(({ walkmesh }) => walkmesh.kind === 'area')) markers.finish(context.report);
	return walkmeshes;
}

/**
 * Makes walkmeshes of a source. A scene goes through the stages for scenes, its parts are gathered to walkmeshes, and these go through the
 * stages for walkmeshes. A source that is walkmeshes already only goes through the last step.
 */
export async function toWalkmeshes(
	loaded: Loaded,
	wanted: Wanted,
	stages: readonly Stage[],
	context: StageContext,
): Promise<LoadedWalkmesh[]> {
	const gathered = await gatherWalkmeshes(loaded, wanted, stages, context);
	return finishWalkmeshes(gathered, stages, context);
}

/**
 * The walkmeshes of a file that have the kind of the output, if there are any; the others are reported as left out. As with a scene, an output of
 * one model without a kind gets the ground.
 */
function ofKind(found: readonly LoadedWalkmesh[], wanted: Wanted, { report }: StageContext): readonly LoadedWalkmesh[] {
	const kind = wanted.kind ?? (wanted.one === true && !isOneModel(found) ? 'area' : undefined);
	const fitting = found.filter(({ walkmesh }) => walkmesh.kind === kind);
	if (fitting.length === 0 || fitting.length === found.length) return found;
	const left = found.filter((each) => !fitting.includes(each)).map(({ walkmesh }) => describeWalkmesh(walkmesh));
	report.add(BUILD_FINDINGS.OBJECTS_LEFT, {}, { count: left.length, names: left.join(', ') });
	return fitting;
}

/** Adds the door state of the output, which depends on the doors in the input. */
function withDoorState(wanted: Wanted, doors: readonly NamedDoor[], { report }: StageContext): Wanted {
	const { doorState, ...rest } = wanted;
	if (doorState === undefined || wanted.output === undefined) return wanted;
	const state = chooseState(wanted.output, doors, report);
	return state === undefined ? rest : { ...rest, doorState: state };
}

/** Runs requested stages over a walkmesh from a file. If they change it, the tables and the tree of the file are dropped. */
async function changeWalkmesh(
	loaded: LoadedWalkmesh,
	space: Space | undefined,
	stages: readonly Stage[],
	context: StageContext,
): Promise<LoadedWalkmesh> {
	const within = { ...context, report: context.report.within(locationOf(loaded.walkmesh)) };
	const walkmesh = await runStages(loaded.walkmesh, stagesOf(stages, 'walkmesh'), within);
	if (walkmesh === loaded.walkmesh) return loaded;
	// A room that is only moved to its position keeps the tree of its model.
	const isPlaced = space === 'room' && stages.every(({ name }) => name === 'place-room');
	return loaded.tree === undefined || !isPlaced ? { walkmesh } : { walkmesh, tree: withMargins(loaded.tree, walkmesh) };
}

/** The walkmeshes of a scene for an output; what is left out is reported. */
function gather(scene: Scene, asked: Wanted, context: StageContext): LoadedWalkmesh[] {
	const { report } = context;
	const holdsArea = scene.parts.some(({ kind }) => kind === 'area');
	const holdsObjects = scene.parts.some(({ kind }) => kind !== 'area');
	if (holdsArea && !holdsObjects && asked.kind !== undefined && asked.kind !== 'area') {
		const decided = withDoorState(asked, [{ name: scene.name }], context);
		const whole = wholeAs(scene, decided, report);
		return whole === undefined ? [] : [{ walkmesh: whole }];
	}
	const { area, objects, placements } = assembleScene(scene, report);
	const all = area === undefined ? objects : [area, ...objects];
	const placed = (walkmesh: Walkmesh): LoadedWalkmesh => {
		const own = placements.filter(({ kind, model }) => kind === walkmesh.kind && model === walkmesh.name);
		return own.length === 0 ? { walkmesh } : { walkmesh, placements: own.map(({ node: _, ...place }) => place) };
	};
	if (asked.kind === undefined && (asked.one !== true || area === undefined)) {
		reportDoorStates(all, context);
		return all.map(placed);
	}
	const doors = [...all.filter(({ kind }) => kind === 'door'), { name: scene.name }];
	const wanted = { ...withDoorState(asked, doors, context), kind: asked.kind ?? 'area' };
	const fitting = all.filter(
		({ kind, doorState }) => kind === wanted.kind && (wanted.doorState === undefined || doorState === wanted.doorState),
	);
	if (fitting.length === 0) {
		const found = all.map(describeWalkmesh).join(', ') || 'no geometry';
		report.add(BUILD_FINDINGS.NOTHING_FOR_OUTPUT, {}, { wanted: describeWalkmesh(wanted), found });
	}
	if (wanted.doorState === undefined) reportDoorStates(fitting, context);
	const left = all.filter((mesh) => !fitting.includes(mesh));
	if (fitting.length > 0 && left.length > 0) {
		report.add(BUILD_FINDINGS.OBJECTS_LEFT, {}, { count: left.length, names: left.map(describeWalkmesh).join(', ') });
	}
	if (area === undefined || !fitting.includes(area)) return fitting.map(placed);
	return asked.apart === true ? groundApart(scene, area) : groundJoined(scene, area, report);
}

/** The ground of each room as a walkmesh of its own; ground outside of any room gets the name of the scene. */
function groundApart(scene: Scene, whole: Walkmesh): LoadedWalkmesh[] {
	const rooms = namedRooms(scene);
	if (rooms.length < 2) return [{ walkmesh: whole }];
	const inRooms = new Set(rooms.flatMap(({ parts }) => parts));
	const rest = scene.parts.filter((part) => part.kind === 'area' && !inRooms.has(part));
	const all = rest.length === 0 ? rooms : [...rooms, { name: scene.name, parts: rest }];
	return all.map(({ name, parts }) => ({ walkmesh: mergeParts(parts, ZERO, { name }) }));
}

function groundJoined(scene: Scene, whole: Walkmesh, report: Report): LoadedWalkmesh[] {
	const names = namedRooms(scene).map(({ name }) => name);
	if (names.length > 1) report.add(BUILD_FINDINGS.ROOMS_JOINED, {}, { count: names.length, names: names.join(', ') });
	return [{ walkmesh: whole }];
}

/** The whole scene as one placeable or door, for such an output when no name in the scene marks one. */
function wholeAs(scene: Scene, wanted: Wanted, report: StageContext['report']): Walkmesh | undefined {
	if (wanted.kind === 'door' && wanted.doorState === undefined) {
		report.add(
			BUILD_FINDINGS.NOTHING_FOR_OUTPUT,
			{},
			{ wanted: 'door with its states', found: 'geometry without door states' },
		);
		return undefined;
	}
	report.add(
		BUILD_FINDINGS.KIND_ASSUMED,
		{},
		{ kind: describeWalkmesh({ kind: wanted.kind as WalkmeshKind, ...wanted }) },
	);
	const { doorState, output = '' } = wanted;
	const stem = outputStem(output);
	if (doorState !== undefined && stem.slice(0, -1).toLowerCase() !== scene.name.toLowerCase())
		report.add(BUILD_FINDINGS.DOOR_STATE_ASSUMED, {}, { stem, state: doorState });
	return assembleWhole(scene, wanted.kind as WalkmeshKind, doorState, report);
}

/** Converts a walkmesh to the kind of the output; properties that are lost, or mean something else there, are reported. */
function asKind(loaded: LoadedWalkmesh, wanted: Wanted, { report }: StageContext): LoadedWalkmesh | undefined {
	const { walkmesh } = loaded;
	const { kind = walkmesh.kind, doorState } = wanted;
	if (kind === walkmesh.kind) {
		if (doorState === undefined || doorState === walkmesh.doorState) return loaded;
		return { ...loaded, walkmesh: { ...walkmesh, doorState } };
	}
	const { name } = walkmesh;
	const isOfRoom = [kind, walkmesh.kind].includes('area');
	if (isOfRoom && wanted.keepsKind === true) {
		const [from, to] = [walkmesh.kind, kind].map((each) => describeWalkmesh({ kind: each }));
		report.add(BUILD_FINDINGS.KIND_UNLIKE_NAME, locationOf(walkmesh), { from, to });
		return loaded;
	}
	if (kind === 'door' && doorState === undefined) {
		report.add(BUILD_FINDINGS.DOOR_STATE_NEEDED, locationOf(walkmesh), { name });
		return undefined;
	}
	const { doorState: _, ...rest } = walkmesh;
	const changed: Walkmesh = { ...rest, kind, ...(doorState === undefined ? {} : { doorState }) };
	// Placeables and doors share one binary form and one space.
	if (!isOfRoom) return { walkmesh: changed, ...(loaded.file === undefined ? {} : { file: loaded.file }) };
	report.add(BUILD_FINDINGS.KIND_SPACE_KEPT, locationOf(walkmesh), {
		from: describeWalkmesh({ kind: walkmesh.kind }),
		to: describeWalkmesh({ kind }),
	});
	if (kind === 'area') {
		if (hasHooks(walkmesh.hooks)) report.add(BUILD_FINDINGS.HOOKS_DROPPED, locationOf(walkmesh), {});
		return { walkmesh: { ...changed, hooks: NO_HOOKS } };
	}
	const links = walkmesh.transitions.reduce((sum, room) => sum + (room < 0 ? 0 : 1), 0);
	if (links === 0) return { walkmesh: changed };
	report.add(BUILD_FINDINGS.LINKS_DROPPED, locationOf(walkmesh), { count: links });
	return { walkmesh: { ...changed, transitions: new Int32Array(walkmesh.faces.length).fill(-1) } };
}

/**
 * The meaning of the name of a door's output. A file of a door is named after the model and the digit of a state, as in `gate0.dwk`, but names
 * of models end in digits, too, as in `dor_lhr02`. So `dor_lhr02.dwk` is either the state open2 of a door `dor_lhr0`, or stands for the three
 * files of a door `dor_lhr02`. The doors of the input decide.
 */

/** The name of an output without folder and extension. */
export function outputStem(output: string): string {
	return stemOf(baseName(output));
}

/** The name and state of a door, or the name of a file that may be called after one. */
export type NamedDoor = Pick<Walkmesh, 'name' | 'doorState'>;

/**
 * The state that an output is for; undefined where its name is that of a model, which has a file for each state. What is known decides in this order:
 *
 * 1. If a door of the input has the output's whole name, it is a model.
 * 2. If the input holds the state of the digit alone, the digit is that state. A file that has the output's name is one of the state, too: `gate1.obj`.
 * 3. If a file has the output's whole name, it is a model; if a door or file has it without its last digit, the digit is a state.
 * 4. If neither, the digit is a state unless the doors have several states.
 */
export function stateOfOutput(output: string, doors: readonly NamedDoor[]): DoorState | undefined {
	const state = stateInName(output);
	if (state === undefined) return undefined;
	const stem = outputStem(output).toLowerCase();
	const called = (wanted: string): readonly NamedDoor[] => doors.filter(({ name }) => name.toLowerCase() === wanted);
	if (statesOf(called(stem)).length > 0) return undefined;
	const states = statesOf(doors);
	if (states.length === 1 && states[0] === state) return state;
	if (called(stem).length > 0) return undefined;
	if (called(stem.slice(0, -1)).length > 0) return state;
	return states.length > 1 ? undefined : state;
}

/** The states that occur among doors, in the order of their digits. */
export function statesOf(doors: readonly NamedDoor[]): DoorState[] {
	return DOOR_STATES.filter((state) => doors.some(({ doorState }) => doorState === state));
}

/**
 * As `stateOfOutput`. Reports when the last digit was taken as part of a name, and when other states of the door are left out.
 * @param doors the doors of the input, those to be written first, and the input itself under its file name
 */
export function chooseState(output: string, doors: readonly NamedDoor[], report: Report): DoorState | undefined {
	const state = stateOfOutput(output, doors);
	const stem = outputStem(output);
	if (state !== undefined) {
		const [{ name } = { name: '' }] = doors;
		const left = statesOf(doors).filter((each) => each !== state);
		if (left.length > 0) report.add(BUILD_FINDINGS.DOOR_ONE_STATE, {}, { name, state, left: left.join(', '), stem });
	} else if (
		stateInName(output) !== undefined &&
		doors.every(({ name }) => name.toLowerCase() !== stem.toLowerCase())
	) {
		report.add(BUILD_FINDINGS.DOOR_NAME_DIGIT, {}, { name: stem });
	}
	return state;
}
